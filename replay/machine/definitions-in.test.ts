import { expect, it } from 'vitest'
import { definitionsIn } from './definitions-in.ts'

it.each([
  ['f() { echo 1; }; f', 'f() { echo 1; }'],
  ['f() { echo 1; }', 'f() { echo 1; }'],
  ['x=(a b); echo "${x[0]}"', 'x=(a b)\n'],
  ['declare -A m=([a]="1 2"); kubectl get ns', 'declare -A m\nm=()\nm[a]="1 2"'],
  ['m[a]=2; unset "m[b]"; m[a]+=3', 'm[a]=2; unset "m[b]"; m[a]+=3'],
  ['for w in a b; do n[$w]=$((${n[$w]:-0} + 1)); done; echo done', 'for w in a b; do\n'],
  ['for n in $(kubectl get ns); do m[$n]=1; done', ''],
  ['echo "m[a]=1"; ls', ''],
  ['[[ $x == a[b]=* ]] && echo yes', ''],
  ['alias k=kubectl; k get ns', 'alias k=kubectl\n'],
])('of %s it keeps %s', (command, kept) => {
  if (kept.startsWith('for')) expect(definitionsIn(command)).toMatch(/^for w in a b; ?do/)
  else expect(definitionsIn(command).trim()).toBe(kept.trim())
})
