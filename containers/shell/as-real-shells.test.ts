import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

// What bash, dash and BusyBox's ash do alike with the same.
it.each<[string, string]>([
  ['n=0; : $(( n += $(echo 1) )); echo $n; : $(( a = $(echo 7) )); echo $a', '1|7| 0'],
  ['t=0; for f in a b; do : $(( t += $(echo $f | wc -c) )); done; echo $t', '4| 0'],
  ['set -e; x=$(( $(false) + 1 )); echo "x=$x"', ' 1'],
  ['x=$(( $(echo 5; exit 4) )); echo $? $x; echo $(( $(echo 5; exit 4) )); echo $?', '4 5|5|0| 0'],
  ['set -e; echo $(( $(echo 5; exit 4) )); x=$(( $(echo 5; exit 4) )); echo no', '5| 4'],
  ['a=x; a=$(( $(echo 3; false) )) || echo failed; echo $a', 'failed|3| 0'],
  ['f() { echo $((x+1)); }; x=4; y=$(( $(f) * `f` )); echo $y', '25| 0'],
  ['false; echo $(( $? + $(echo 1) )) $?', '2 1| 0'],
  ['i=0; while [ $(( i + $(echo 0) )) -lt 3 ]; do i=$((i + $(echo 1))); done; echo $i', '3| 0'],
  ["true && exec sh -c 'exit 4'; echo no", ' 4'],
  ["if true; then false || exec sh -c 'exit 5'; fi; echo no", ' 5'],
  ["(true && exec sh -c 'exit 4'); echo $?; false && exec false; echo yes", '4|yes| 0'],
  ["exec sh -c 'exit 4' || echo guarded; echo after", ' 4'],
  ['exec echo hi | cat; true && exec 3>&1; echo still', 'hi|still| 0'],
  ['! exec false; echo after', ' 1'],
  ['f() { echo in $1; g; }; g() { echo g; }; f a & wait; (f b; g) & wait', 'in a|g|in b|g|g| 0'],
  ['set -e; { false; echo no; } & wait $! || echo failed', 'failed| 0'],
  ['set -e; f() { false; echo no; }; f & wait $! || echo failed', 'failed| 0'],
  ['f() { echo in; }; c=f; $c & wait; { echo out; } & wait', 'in|out| 0'],
  ['set -f; { echo /*; } & wait', '/*| 0'],
  [
    'set -- "a b" c; for w; do echo "<$w>"; done; f() { for w; do echo "$w"; done; }; f "d e"',
    '<a b>|<c>|d e| 0',
  ],
])('%s', async (script, end) => {
  for (const [image, shell] of [
    ['busybox', 'sh'],
    ['debian', 'sh'],
    ['debian', 'bash'],
  ] as const) {
    const pod = podAtWork({ containers: [{ name: 'main', image, command: [shell, '-c', script] }] })
    for (let i = 0; i < 50 && pod.ends.length === 0; i++) await pod.pass(i === 0 ? 1 : 200, 200)
    expect(`${(await pod.log()).replaceAll('\n', '|')} ${pod.ends[0]?.exitCode}`).toBe(end)
    pod.node.stop()
  }
})

it('a program of an exec that there is none of ends a script', async () => {
  const pod = podAtWork({ containers: [{ name: 'main', image: 'busybox', command: ['sleep', '9'] }] })
  const end = await pod.exec(['sh', '-c', 'exec nosuchprog || echo guarded; echo after'])
  expect([end.stdout, end.exitCode]).toEqual(['', 127])
  pod.node.stop()
})
