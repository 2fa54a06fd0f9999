import { describe, expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

/** Runs a script as a container's own program, sends it signals, and lets time pass. */
async function told(
  script: string,
  signals: readonly (number | 'second')[] = [],
  { image = 'busybox', shell = 'sh', spec = {} }: { image?: string; shell?: string; spec?: object } = {},
) {
  const pod = podAtWork({ containers: [{ name: 'main', image, command: [shell, '-c', script] }], spec })
  await pod.log()
  for (const signal of signals) {
    if (signal === 'second') await pod.pass(1000)
    else await pod.node.signal('shop', 'web-0', 'main', signal)
  }
  return { log: await pod.log(), end: pod.ends[0]?.exitCode, pod }
}

const [HUP, INT, USR1, TERM] = [1, 2, 10, 15]

describe('traps', () => {
  it.each<[string, string, (number | 'second')[], string, number | undefined]>([
    ['nothing without a trap', 'sleep 9; echo late', [TERM, 'second'], '', undefined],
    ['a handler during wait', "trap 'echo bye; exit 0' TERM; sleep 99 & wait", [TERM], 'bye\n', 0],
    [
      'after the foreground',
      "trap 'echo bye; exit 3' TERM; while true; do sleep 2; done",
      [TERM],
      '',
      undefined,
    ],
    [
      'then',
      "trap 'echo bye; exit 3' TERM; while true; do sleep 2; done",
      [TERM, 'second', 'second'],
      'bye\n',
      3,
    ],
    [
      'going on after it',
      "n=0; trap 'n=$((n+1)); echo got $n' USR1; while true; do sleep 1; done",
      [USR1, 'second', USR1, 'second'],
      'got 1\ngot 2\n',
      undefined,
    ],
    [
      'the status that wait has',
      "trap 'echo usr' USR1; sleep 99 & wait $!; echo $?",
      [USR1],
      'usr\n138\n',
      0,
    ],
    ['EXIT at the end', "trap 'echo done $?' EXIT; false", [], 'done 1\n', 1],
    ['EXIT at exit, in a function', 'x=1; f() { echo end $x; }; trap f EXIT; x=2; exit 4', [], 'end 2\n', 4],
    ['EXIT with set -e', "set -e; trap 'echo end' EXIT; false; echo no", [], 'end\n', 1],
    ['EXIT after a handler', "trap 'echo x' EXIT; trap 'exit 5' TERM; sleep 9 & wait", [TERM], 'x\n', 5],
    ["an exit in EXIT's action", "trap 'exit 7' EXIT; exit 1", [], '', 7],
    ['ignoring', "trap '' TERM; sleep 1; echo over", [TERM, 'second'], 'over\n', 0],
    ['a reset', "trap 'exit 3' TERM; trap - TERM; sleep 1; echo over", [TERM, 'second'], 'over\n', 0],
    ['the one that is meant', "trap 'exit 3' INT HUP; sleep 99 & wait", [TERM, HUP], '', 3],
    ['exec, which hears nothing', "trap 'exit 3' TERM; exec sleep 99", [TERM, 'second'], '', undefined],
    [
      'set -e and $? as without it',
      "trap 'exit 3' TERM; set -e; ! true; if false; then :; fi; false || echo $?; echo on",
      [],
      '1\non\n',
      0,
    ],
    ['kill $$', "trap 'echo own' USR1; kill -USR1 $$$$; echo on", [], 'own\non\n', 0],
    ['a child that is killed', 'sleep 99 & kill $!; wait $!; echo $?', [], '143\n', 0],
    ['a child with kill -9 %1', 'sleep 99 & kill -9 %1; wait %1; echo $?', [], '137\n', 0],
    [
      'a child that has a trap',
      "(trap 'echo c; exit 2' TERM; sleep 99 & wait) & sleep 1; kill $!; wait $!; echo $?",
      ['second'],
      'c\n2\n',
      0,
    ],
    ['a child that ignores INT', 'sleep 2 & kill -INT $!; wait $!; echo $?', ['second', 'second'], '0\n', 0],
    ['exit codes of children', 'sh -c "exit 3" & wait $!; echo $?; wait; echo $?', [], '3\n0\n', 0],
    [
      'what is not there',
      'kill 99; echo $?; kill -0 1; echo $?',
      [],
      "sh: can't kill pid 99: No such process\n1\n0\n",
      0,
    ],
    [
      'what traps there are',
      'trap \'echo "a"\' TERM INT; trap',
      [],
      `trap -- 'echo "a"' INT\ntrap -- 'echo "a"' TERM\n`,
      0,
    ],
    ['the first process by its own namespace', 'kill -9 $$$$; kill $$$$; echo on', [], 'on\n', 0],
    [
      'the status in an action',
      "trap 'rc=$?; echo rc=$rc; exit $rc' TERM; sleep 99 & wait",
      [TERM],
      'rc=143\n',
      143,
    ],
    ['an exit without a status', 'trap exit TERM; sleep 99 & wait', [TERM], '', 143],
    ['an exit after others', "trap 'true; exit' TERM; sleep 99 & wait", [TERM], '', 143],
    [
      'set -e in an action',
      "set -e; trap 'echo $?' USR1; sleep 99 & wait $! && :; echo on",
      [USR1],
      '138\non\n',
      0,
    ],
    [
      'the directory and arguments at EXIT',
      "trap 'pwd; echo $1 $#' EXIT; cd /tmp; set -- c d e",
      [],
      '/tmp\nc 3\n',
      0,
    ],
    [
      'all signals that wait',
      "trap 'echo a' USR1; trap 'echo b' USR2; k() { kill -USR2 $$$$ | kill -USR1 $$$$ | kill -USR1 $$$$; }; k; echo c",
      [],
      'a\nb\nc\n',
      0,
    ],
    [
      'between the parts of a list',
      "trap 'echo a' USR1; kill -USR1 $$$$ && echo b || echo c; ! kill -USR1 $$$$ || echo d; set -e; kill -USR1 $$$$ && false || echo $?; trap 'exit 4' TERM; kill $$$$ && echo no",
      [],
      'a\nb\na\nd\na\n1\n',
      4,
    ],
    [
      'a list beside it',
      'sleep 1 && exit 3 & wait $!; echo $?; false || exit 4 & wait $!; echo $?; true && (sleep 1; echo in) & kill $!; wait $!; echo $?',
      ['second', 'second', 'second'],
      '3\n4\n143\n',
      0,
    ],
    [
      'a child that is held',
      '(sleep 1; echo in) & kill -STOP $!; sleep 3; echo 3; kill -CONT $!; wait $!; echo $?',
      ['second', 'second', 'second', 'second'],
      '3\nin\n0\n',
      0,
    ],
    [
      'a child that is told and killed while it is held',
      "(trap 'echo bye; exit 5' TERM; sleep 1; echo in) & sleep 0.1; kill -STOP $!; kill $!; sleep 2; kill -CONT $!; wait $!; echo $?; sleep 9 & kill -STOP $!; kill -9 $!; wait $!; echo $?",
      ['second', 'second', 'second', 'second'],
      'bye\n5\n137\n',
      0,
    ],
    [
      'a shell that holds itself',
      '(kill -STOP $BASHPID; echo on) & sleep 1; echo first; kill -CONT $!; wait',
      ['second', 'second'],
      'first\non\n',
      0,
    ],
    ['the first process, which nothing holds', 'kill -STOP $$$$; kill -TSTP $$$$; echo on', [], 'on\n', 0],
    [
      'a trap by another name',
      `t=trap; $t 'echo x' EXIT; command trap 'echo y' EXIT; eval "trap 'echo z' EXIT"; echo in`,
      [],
      'in\nz\n',
      0,
    ],
    [
      'functions of these names',
      'wait() { echo w $1; }; kill() { echo k; }; trap() { echo t; }; wait 1; kill 1; trap x TERM',
      [],
      'w 1\nk\nt\n',
      0,
    ],
    [
      'too many processes',
      'while :; do sleep 999 & done',
      [],
      "sh: can't fork: Resource temporarily unavailable\n",
      2,
    ],
    ['killall', 'sleep 99 & killall sleep; wait $!; echo $?', [], '143\n', 0],
  ])('%s', async (_, script, signals, log, exitCode) => {
    const { log: got, end } = await told(script, signals)
    expect({ log: got, end }).toEqual({ log, end: exitCode })
  })

  it('is said as the shell says it', async () => {
    const script = 'trap x FOO; kill 99; kill -FOO 1; wait 9; trap : TERM; trap'
    expect((await told(script, [], { image: 'ubuntu', shell: 'bash' })).log).toBe(
      'bash: line 1: trap: FOO: invalid signal specification\nbash: line 1: kill: (99) - No such process\n' +
        "bash: line 1: kill: FOO: invalid signal specification\nbash: line 1: wait: pid 9 is not a child of this shell\ntrap -- ':' SIGTERM\n",
    )
    expect((await told('trap x SIGTERM; kill 99; kill %1', [], { image: 'debian' })).log).toBe(
      'trap: SIGTERM: bad trap\nsh: 1: kill: No such process\nsh: 1: kill: No such job: %1\n',
    )
  })

  it.each([
    ["(trap 'echo x' EXIT; echo in)", 'the trap of a subshell (echo x EXIT) is not simulated'],
    ['x=$(trap - TERM; echo in)', 'the trap of a subshell (- TERM) is not simulated'],
    ["echo in | { trap 'echo x' EXIT; cat; }", 'the trap of a subshell (echo x EXIT) is not simulated'],
    ['echo "trap \'echo x\' TERM" > /t; . /t', undefined],
    ["set -eu; trap 'echo failed' ERR; echo work", 'trap … ERR is not simulated'],
    ['trap - ERR; trap "" DEBUG', undefined],
  ])('says what it cannot do: %s', async (script, why) => {
    const pod = podAtWork({ containers: [{ name: 'main', image: 'ubuntu', command: ['sleep', '99'] }] })
    const run = pod.exec(['bash', '-c', script])
    if (why === undefined) expect(await run).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    else await expect(run).rejects.toThrow(why)
  })

  it('sees processes of other containers where the pod shares them', async () => {
    const { end, pod } = await told('sleep 99', [], { spec: { shareProcessNamespace: true } })
    expect(end).toBeUndefined()
    expect((await pod.exec(['kill', '7'])).exitCode).toBe(0)
    expect(pod.ends[0]?.exitCode).toBe(143)
  })

  it('reaches servers, and what exec runs', async () => {
    const pod = podAtWork({ containers: [{ name: 'main', image: 'nginx' }] })
    await pod.exec(['sh', '-c', 'kill -HUP 1; kill -9 1'])
    expect(pod.ends).toEqual([])
    expect((await pod.exec(['sh', '-c', 'kill $$; echo no'])).exitCode).toBe(143)
    await pod.exec(['sh', '-c', 'kill 1'])
    expect(pod.ends).toEqual([{ container: 'main', exitCode: 0 }])
  })

  it('hears nothing of a signal that the kernel keeps', async () => {
    expect((await told('sleep 3; echo over', [INT, 'second', 'second', 'second'])).log).toBe('over\n')
  })
})
