import { expect, it } from 'vitest'
import { fieldValues } from './object-fields.ts'

const object = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', labels: { app: 'app' } },
  spec: { replicas: 2 },
  status: { replicas: 1 },
}

it.each<[string | undefined, unknown[]]>([
  ['status', [1]],
  ['spec', [2]],
  // A label's key, which is no part.
  ['app', [2, 1]],
])('replicas in %s', (within, values) =>
  expect(fieldValues(object, { name: 'replicas', within }).values).toEqual(values),
)

it.each<[string, unknown[]]>([
  ['hostIPs', []],
  ['status.hostIPs', [undefined]],
  ['hostIP', ['10.0.0.1']],
  ['HostIP', ['10.0.0.1']],
  ['host IP', ['10.0.0.1']],
])('%s of a Pod that has one and no list of them', (name, values) => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, status: { hostIP: '10.0.0.1' } }
  expect(fieldValues(pod, { name }).values).toEqual(values)
})

it("takes a Pod's own field for the one of its name that its containers have, too", () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: {
      terminationGracePeriodSeconds: 30,
      containers: [{ name: 'c', livenessProbe: { terminationGracePeriodSeconds: 5 }, workingDir: '/a' }],
    },
  }
  const values = (name: string) => fieldValues(pod, { name, plain: true }).values
  expect(values('termination grace period seconds')).toEqual([30])
  expect(values('working dir')).toEqual(['/a'])
  expect(fieldValues(pod, { name: 'terminationGracePeriodSeconds' }).values).toEqual([30, 5])
})
