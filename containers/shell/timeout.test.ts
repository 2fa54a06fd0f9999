import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

/** What a script of a container has written, after so many seconds and at its end, and how it ended. */
async function logOf(script: string, image: string, seconds = 0) {
  const pod = podAtWork({ containers: [{ name: 'main', image, command: ['sh', '-c', script] }] })
  try {
    await pod.pass(1)
    if (seconds > 0) await pod.pass(seconds * 1000)
    else for (let i = 0; i < 60 && pod.ends.length === 0; i++) await pod.pass(200, 200)
    return `${(await pod.log()).replaceAll('\n', '|')} ${pod.ends[0]?.exitCode}`
  } finally {
    pod.node.stop()
  }
}

// As BusyBox 1.35 and coreutils 9.1 with dash end.
it.each<[string, string, string]>([
  [
    `printf '#!/bin/sh\\necho ran; exit 3\\n' > /tmp/s; chmod +x /tmp/s; timeout 2 /tmp/s; echo $?; cd /tmp; timeout 2 ./s`,
    'ran|3|ran| 3',
    'ran|3|ran| 3',
  ],
  [
    'timeout 2 ./no',
    "timeout: can't execute './no': No such file or directory| 127",
    "timeout: failed to run command './no': No such file or directory| 127",
  ],
  ['echo "echo a; exit 4" | timeout 2 sh', 'a| 4', 'a| 4'],
  ['timeout 2 sh <<E\necho a\nexit 4\nE', 'a| 4', 'a| 4'],
  [`timeout 2 sh -c 'trap "echo t; exit 3" TERM; sleep 5 & wait'`, 't| 3', 't| 124'],
  [`timeout 1 sh -c 'trap "" TERM; sleep 2; echo done; exit 6'`, 'done| 6', 'done| 124'],
  [`timeout -k 1 1 sh -c 'trap "" TERM; sleep 5'`, 'Killed| 137', 'Killed| 137'],
  [`timeout 2 sh -c 'trap "echo bye" EXIT; sleep 1'`, 'bye| 0', 'bye| 0'],
  [`timeout 1 sh -c 'trap "echo bye" EXIT; sleep 5'`, 'Terminated| 143', ' 124'],
  ['timeout -s HUP 1 sleep 5', 'Hangup| 129', ' 124'],
  [`timeout 3 sh -c 'echo a; timeout 1 sh -c "echo b; sleep 5"; echo c'`, 'a|b|Terminated|c| 0', 'a|b|c| 0'],
])('timeout: %s', async (script, busybox, gnu) => {
  expect(await logOf(script, 'busybox')).toBe(busybox)
  expect(await logOf(script, 'debian')).toBe(gnu)
})

it('timeout has the options that it has, and runs no program that is not simulated', async () => {
  expect(await logOf('timeout -t 1 sleep 2', 'busybox')).toMatch(/^timeout: invalid option -- 't'\|.* 1$/)
  expect(await logOf('timeout -t 1 sleep 2', 'debian')).toMatch(/^timeout: invalid option -- 't'\|.* 125$/)
  const pod = podAtWork({ containers: [{ name: 'main', image: 'busybox', command: ['sleep', '9'] }] })
  await expect(pod.exec(['timeout', '1', 'yes'])).rejects.toThrow('yes of the image busybox is not simulated')
  pod.node.stop()
})

const ticks = 'while :; do echo tick; echo err >&2; sleep 2; done'
it.each<[string, string]>([
  [`timeout 60 sh -c '${ticks}'`, 'tick|err|tick|err|'],
  [`timeout 60 sh -c '${ticks}' 2>/dev/null`, 'tick|tick|'],
  [`sh -c '${ticks}' 2>/dev/null`, 'tick|tick|'],
  [`sh -c '${ticks}' 2>&1`, 'tick|err|tick|err|'],
  [`${ticks} 2>&1`, 'tick|err|tick|err|'],
  [`${ticks} 2>/dev/null`, 'tick|tick|'],
  [`{ ${ticks} 2>&1; } 2>/dev/null`, 'tick|err|tick|err|'],
  [`${ticks} 2>&1 >/dev/null`, ''],
  [`x=1; while :; do y=$(echo out; echo err >&2); echo $y; sleep 2; done 2>/dev/null`, 'out|out|'],
  ['f() { echo a; echo e >&2; }; while :; do f; sleep 2; done 2>/dev/null', 'a|a|'],
])('the log has what is written while it is written: %s', async (script, log) => {
  expect(await logOf(script, 'busybox', 3)).toBe(`${log} undefined`)
})
