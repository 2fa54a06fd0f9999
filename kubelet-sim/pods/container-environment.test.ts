import { expect, it } from 'vitest'
import { containerEnvironment } from './container-environment.ts'
import type { Container } from './pod.ts'

const pod = {
  metadata: {
    name: 'a-1',
    namespace: 'shop',
    uid: 'u',
    annotations: { 'batch.kubernetes.io/job-completion-index': '2' },
  },
  spec: { nodeName: 'n-1', containers: [] },
}
const container = (env: NonNullable<Container['env']>, more: object = {}): Container => ({
  name: 'c',
  env,
  ...more,
})
const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } })

it('holds what is written, and what comes from the pod itself', () => {
  const env = [
    { name: 'A', value: 'x' },
    { name: 'EMPTY' },
    field('INDEX', "metadata.annotations['batch.kubernetes.io/job-completion-index']"),
    field('NAME', 'metadata.name'),
    field('NODE', 'spec.nodeName'),
    field('LABEL', "metadata.labels['none']"),
  ]
  expect(containerEnvironment(container(env), pod)).toEqual({
    A: 'x',
    EMPTY: '',
    INDEX: '2',
    NAME: 'a-1',
    NODE: 'n-1',
    LABEL: '',
  })
})

it.each<[string, Container]>([
  ['other variables', container([{ name: 'A', value: '$(B)-1' }])],
  ['other objects', container([{ name: 'A', valueFrom: {} }])],
  ['the status', container([field('IP', 'status.podIP')])],
  ['whole objects', container([], { envFrom: [{}] })],
])('is not known where it comes from %s', (_what, one) => {
  expect(containerEnvironment(one, pod)).toBeUndefined()
})
