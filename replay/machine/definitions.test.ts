import { expect, it } from 'vitest'
import { definedName, defines } from './definitions.ts'

it.each([
  ['show() {\n  kubectl get ns\n}', 'show'],
  ['function wait-for-it { sleep 1; }', 'wait-for-it'],
  ["alias k='kubectl'", 'k'],
  ['names=(a b)', undefined],
  ['declare -A seen', undefined],
])('%s defines', (command, name) => {
  expect(defines(command)).toBe(true)
  expect(definedName(command)).toBe(name)
})

it.each([
  'name=$(kubectl get ns -o name)',
  'kubectl get ns',
  'echo "a()"',
  'func() {',
  'Names() ([]string, error)',
])('%s does not', (command) => {
  expect(defines(command)).toBe(false)
})
