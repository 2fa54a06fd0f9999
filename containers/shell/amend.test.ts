import { Bash } from 'just-bash'
import { expect, it } from 'vitest'
import { amend } from './amend.ts'
import { amendAllWords } from './amend-words.ts'

async function run(script: string): Promise<string> {
  const bash = new Bash()
  bash.registerTransformPlugin({
    name: 'amend',
    transform: ({ ast }) => {
      amendAllWords(ast)
      amend(ast)
      return { ast }
    },
  })
  const { stdout, stderr, exitCode } = await bash.exec(script, { rawScript: true })
  return `${stdout.trim().replaceAll('\n', '|')}${stderr} ${exitCode}`
}

// What GNU bash 5.2 does with the same.
it.each([
  ['set -e; { false; } || echo x; echo y', 'x|y 0'],
  ['set -e; { false; } && echo x; ! { false; }; echo y', 'y 0'],
  [
    'set -e; for i in 1; do false; done || echo for; if true; then false; fi || echo if; echo y',
    'for|if|y 0',
  ],
  ['set -e; f() { false; echo in; }; f || echo x; echo y', 'in|y 0'],
  ['set -e; f() { return 3; }; true && f || echo $?; f || { echo g$?; false; } || echo end', '3|g3|end 0'],
  ['set -e; f() { return 3; }; f && echo no; echo $?', '3 0'],
  ['set -e; true && { echo a; false; }; echo no', 'a 1'],
  ['set -e; r() { "$@" || return 0; return 4; }; t() { false; true; }; r false; r t; echo no', ' 4'],
  ['set -eu; { false; } || echo bg & wait; echo y', 'bg|y 0'],
  ['set -e; f() { [ 1 = 2 ] && echo two; }; f || echo no; f; echo end', 'no 1'],
  ['set -e; f() { if true; then false && true; fi; }; f; echo end', ' 1'],
  ['set -e; (false && true); echo end', ' 1'],
  ['set -e; f() { true && echo two; }; f; (false || true); echo end', 'two|end 0'],
  ['set -u; echo "${NO:-a b}" "${NO-}" "${1:-c}"; [ -z "${NO:-}" ] && echo end', 'a b  c|end 0'],
  [
    'echo {1..10001} | tail -c 12; echo {030003..1..3} | cut -c1-13; echo a{1..5} | wc -w',
    '10000 10001|030003 030000|5 0',
  ],
  ['set -u; x=1; echo "${x:+set}" "${NO:+no}."', 'set . 0'],
  ['f() { echo 4; }; x=2; echo $(( $(f) * `f` + x )) $(( 10#$(echo 08) ))', '18 8 0'],
  ['f() { [ $1 -le 1 ] && echo 1 || echo $(( $1 * $(f $(($1 - 1))) )); }; f 5', '120 0'],
  ['f() { echo 4; }; (( n += $(f) )); echo $n; if (( $(f) > 4 )); then echo no; fi', '4 0'],
  ['false; x=5; echo $? $x; false; x=$?; echo $? $x', '0 5|0 1 0'],
  ['set -e; false || code=$?; echo $code; x=$(exit 4); echo no', '1 4'],
  [
    'g() { "$@"; }; f() { echo f "$@"; }; g echo a "b  c"; g f x; words=(f "a b"); "${words[@]}" c',
    'a b  c|f x|f a b c 0',
  ],
  ['set -- echo hi; $@; "$@" >/o; cat /o', 'hi|hi 0'],
  [
    'f() { local -n to=$1; to=(1 "it\'s"); to+=(3); to[0]=z; echo ${#to[@]}; return 4; }; f xs; echo $? "${xs[@]}"',
    "3|4 z it's 3 0",
  ],
  [
    'f() { local -n a=$1; local -n b=$2; b=("${a[@]}" 3); (( b[0] = b[0] + 7 )); }; p=(1 2); f p q; echo "${q[@]}"',
    '8 2 3 0',
  ],
  ['set -e; f() { return 3; }; f || code=$?; echo $code', '3 0'],
  ['set -u; x=$nope; echo after', 'bash: nope: unbound variable\n 1'],
  ['false; a=1; b=$a; echo $? $b; false; c="$b"; echo $?', '0 1|0 0'],
  ['sudo=(); "${sudo[@]}" echo hi; set --; "$@" echo y; sudo=(echo "a  b"); "${sudo[@]}" c', 'hi|y|a  b c 0'],
  ['f() { local -n r=$1; printf -v r %s 7; echo "$r"; }; f v', '7 0'],
  ['f() { if true; then local -n r=$1; r=1; fi; r=2; }; f v; echo $v', '2 0'],
  ['f() { local -n a_b=$1; local -n a=$2; a_b=(1); a=(2); }; f x y; echo $x $y', '1 2 0'],
  [
    'f() { local -n r="$1"; r=(1); echo $?; }; f "v; echo INJECTED"',
    "bash: local: `v; echo INJECTED': invalid variable name for name reference\n 1",
  ],
  [
    'declare -A m=([l]="echo hi" [c.d]=c); ${m[l]%% *} "${m[c.d]}" "${m[l]}"; m+=([l]="x y"); echo "${m[l]}"',
    'c echo hi|x y 0',
  ],
  [
    'f() { local -A m=([x]="1 2"); m[y]=2; echo "${m[x]}" "${m[y]}" ${#m[@]}; }; f; echo "${m[x]}."',
    '1 2 2 2|. 0',
  ],
  ['f() { local -A m; m[y]=2; m[z]=3; echo ${m[y]}; }; f', '2 0'],
  ['declare -a xs=("a b" c) ys; ys[1]=z; echo "${xs[0]}" ${#xs[@]} "${ys[1]}"', 'a b 2 z 0'],
  ['declare -Ar m=([a]="1 2"); echo "${m[a]}"', '1 2 0'],
  ['k="echo a  b"; $k c; x=(1 "echo d"); ${x[1]} e | cat; k=; $k echo f; k=echo; $k g', 'a b c|d e|f|g 0'],
  ['f() { echo "f:$1:$2"; }; k="f x"; $k y; declare -A m=([g]="f p"); n=g; ${m[$n]} q', 'f:x:y|f:p:q 0'],
  ['f() { local -n r=$1; r=7; r+=1; read -r r <<< "$r ${r:-no}"; }; f v; echo $v', '71 71 0'],
])('%s', async (script, expected) => {
  expect(await run(script)).toBe(expected)
})

it('refuses ranges that are too long, aloud', async () => {
  expect(await run('echo {1..100000000} | wc -c')).toContain('brace expansion result limit exceeded (100000)')
})
