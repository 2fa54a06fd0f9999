import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

/** What a script prints as a container's own program, and its exit code. */
async function ran(script: string, { image = 'busybox', shell = 'sh', spec = {} } = {}) {
  const volumeMounts = [{ name: 'data', mountPath: '/data' }]
  const pod = podAtWork({
    containers: [{ name: 'main', image, command: [shell, '-c', script], volumeMounts }],
    spec: { volumes: [{ name: 'data', emptyDir: {} }], ...spec },
  })
  return [await pod.log(), pod.ends[0]?.exitCode]
}

it.each([
  [
    'fails where the folder is missing',
    'echo x > /nosuch/y; echo $?',
    "sh: can't create /nosuch/y: nonexistent directory\n1\n",
    0,
  ],
  [
    'so does one that adds to it',
    'echo x >> /data/a/b || echo no',
    "sh: can't create /data/a/b: nonexistent directory\nno\n",
    0,
  ],
  [
    'ends a script with -e',
    'set -e; echo x > /nosuch/y; echo no',
    "sh: can't create /nosuch/y: nonexistent directory\n",
    1,
  ],
  [
    'of a loop',
    'for i in 1 2; do echo $i; done > /nosuch/y; echo after',
    "sh: can't create /nosuch/y: nonexistent directory\nafter\n",
    0,
  ],
  ['writes where it is', 'mkdir -p /data/a && echo x > /data/a/b && cat /data/a/b', 'x\n', 0],
  ['keeps the exit code for what looks at it', 'false; echo $? > /data/code; cat /data/code', '1\n', 0],
  [
    'takes what a pipe gives',
    'echo hi | tr a-z A-Z > /tmp/x; seq 3 | tail -n 1 >> /tmp/x; cat /tmp/x',
    'HI\n3\n',
    0,
  ],
  ['of a loop in a pipe', 'seq 2 | while read x; do echo $x; done > /tmp/x; cat /tmp/x', '1\n2\n', 0],
  [
    'leaves a guarded command guarded',
    'set -e; false > /tmp/y || true; ! false > /tmp/y; echo end',
    'end\n',
    0,
  ],
  ['of a condition', 'set -e; if false > /tmp/y; then echo no; fi; false 2> /tmp/y || echo end', 'end\n', 0],
  [
    'whose name a command makes',
    'echo x > "/nosuch/$(echo y)"; echo more',
    "sh: can't create /nosuch/y: nonexistent directory\nmore\n",
    0,
  ],
  ['may lead to what images have', 'echo x > /etc/app/y && echo yes', 'yes\n', 0],
])('a redirection %s', async (_, script, log, exitCode) => expect(await ran(script)).toEqual([log, exitCode]))

it('says it as each shell does', async () => {
  const script = 'echo x > /nosuch/y; echo $?'
  expect(await ran(script, { image: 'debian' })).toEqual([
    'sh: 1: cannot create /nosuch/y: Directory nonexistent\n2\n',
    0,
  ])
  expect(await ran(script, { image: 'debian', shell: 'bash' })).toEqual([
    'bash: line 1: /nosuch/y: No such file or directory\n1\n',
    0,
  ])
})

it.each([
  ['touch /nosuch/x', 'touch: /nosuch/x: No such file or directory\n', 1],
  ['grep x /nosuch', 'grep: /nosuch: No such file or directory\n', 2],
  ['tail -f /nosuch', "tail: can't open '/nosuch': No such file or directory\ntail: no files\n", 1],
  ['cp /etc/hosts /nosuch/x; test -e /nosuch', undefined, 1],
])('%s', async (script, log, exitCode) => {
  const [said, code] = await ran(script)
  expect(code).toBe(exitCode)
  if (log !== undefined) expect(said).toBe(log)
})
