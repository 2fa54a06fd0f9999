import { expect, it } from 'vitest'
import { changesNothing, configures, findsNothing, onlyLooks, opensEditor } from './command-kinds.ts'

it.each([
  ['kubectl get pods', true],
  ['sudo kubectl -n a get pods -o yaml', true],
  ['A=1 k --context x --v=2 describe pod a | grep b', true],
  ['cluster/kubectl.sh get pods', true],
  ['kubectl get pods -w', false],
  ['kubectl get pods --watch | head', false],
  ['kubectl get pods > file', false],
  ['kubectl delete pod get', false],
  ['kubectl apply -f get', false],
  ['git get', false],
])('%s only looks: %s', (command, looks) => {
  expect(onlyLooks(command)).toBe(looks)
})

it.each([
  ['kubectl edit cm a', true],
  ['k -n a edit cm a', true],
  ['vim a.yaml', true],
  ['kubectl get edit-me', false],
])('%s opens an editor: %s', (command, opens) => {
  expect(opensEditor(command)).toBe(opens)
  expect(configures(command)).toBe(opens)
})

it.each([
  ['kubectl logs a', true],
  ['kubectl exec a -- ls', true],
  ['kubectl delete pod a', false],
])('%s changes nothing: %s', (command, nothing) => {
  expect(changesNothing(command)).toBe(nothing)
})

it.each([
  ["kubectl get pods | grep 'a|b'", true],
  ['kubectl get pods | egrep a', true],
  ['kubectl get pods | grep a | wc -l', false],
  ["kubectl get pods | grep 'a", false],
])('%s is a search: %s', (text, searches) => {
  expect(findsNothing({ text, exitCode: 1, stdout: '', stderr: '' })).toBe(searches)
})
