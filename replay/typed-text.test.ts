import { expect, it } from 'vitest'
import { asTyped, uncapitalised, withoutColours } from './typed-text.ts'

it.each([
  ['kubectl\u00a0get\u00a0pods', 'kubectl get pods'],
  ['kubectl get pods –o yaml', 'kubectl get pods -o yaml'],
  ['kubectl get pods —watch –namespace a', 'kubectl get pods --watch --namespace a'],
  ['echo “a b”', 'echo "a b"'],
  ['kubectl patch ns a -p ‘{“a”: 1}’', 'kubectl patch ns a -p \'{"a": 1}\''],
  ['echo "it’s there"', 'echo "it’s there"'],
  ['kubectl get pods \\  ', 'kubectl get pods \\'],
  ['kubectl get\u200b pods', 'kubectl get pods'],
  ['a – b', 'a – b'],
])('%j was typed as %j', (line, typed) => {
  expect(asTyped(line)).toBe(typed)
})

it.each([
  ['Kubectl create -f a.yaml', 'kubectl create -f a.yaml'],
  ['  Kubectl get pods', '  kubectl get pods'],
  ['Kubectl is a program', 'Kubectl is a program'],
])('%j is %j', (line, typed) => {
  expect(uncapitalised(line)).toBe(typed)
})

it('has no colours', () => {
  expect(withoutColours('\u001b[1;32mRunning\u001b[0m now')).toBe('Running now')
})
