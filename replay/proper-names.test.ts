import { expect, it } from 'vitest'
import { termsOf } from './instructions/components-in.ts'
import { readNaming, withProperNames } from './proper-names.ts'

const sentences = [
  'CoreDNS serves the records.',
  'WordPress uses MySQL as its database.',
  'OpenTelemetry collects the traces.',
]
it.each(sentences)('%s: a program, and no kind', (text) =>
  expect(readNaming({ text, line: 1 }, termsOf([]), ['kubectl get deployment coredns']).unread).toBe(false),
)

it.each([
  'kind: CronTab',
  '"kind": "CronTab"',
  '$ kubectl get pods,crontabs',
  'kubectl get crontab.example.com a',
])('a kind by %s', (line) => {
  const text = 'CronTab prints the traces.'
  expect(withProperNames(text, [line])).toBe(text)
  expect(readNaming({ text, line: 1 }, termsOf([]), [line]).unread).toBe(true)
  expect(withProperNames(text, ['a'])).toBe('Crontab prints the traces.')
})

it.each([
  'CronTabs are attached to it.',
  'The VirtualMachine boots.',
  'strategy: RollingUpdate',
  'Service type ClusterIP',
  'NodePort is its type.',
  'QoS class BestEffort',
])('%s: no name of a program', (text) => expect(withProperNames(text, [])).toBe(text))

it('leaves kinds of Kubernetes and code as they are', () => {
  const text = 'The StatefulSet has `MySQL` in a/MySQL.'
  expect(withProperNames(text, [])).toBe(text)
})
