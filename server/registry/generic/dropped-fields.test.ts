// As real servers of 1.25.16 and 1.28.15 answered, with the gates and without them.
import { afterEach, expect, it } from 'vitest'
import { getOwn } from '../../../apimachinery/json.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const statefulSet = {
  metadata: { name: 'x' },
  spec: {
    serviceName: 's',
    selector: { matchLabels: { a: 'b' } },
    template,
    ordinals: { start: 3 },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
  },
}
const volume = {
  metadata: { name: 'x' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'd', volumeHandle: 'h', nodeExpandSecretRef: { name: 'n', namespace: 'ns' } },
  },
}
const policy = {
  metadata: { name: 'x' },
  spec: { podSelector: {}, ingress: [{ ports: [{ port: 80, endPort: 90 }] }] },
}
const webhooks = {
  metadata: { name: 'x' },
  webhooks: [
    {
      name: 'h.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { url: 'https://127.0.0.1:1/' },
      matchConditions: [{ name: 'c', expression: 'true' }],
    },
  ],
}
const slice = {
  metadata: { name: 'x' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.1.2.3'], conditions: { serving: true, terminating: false } }],
}

const inDefault = (group: string, resource: string) => `/apis/${group}/namespaces/default/${resource}`
const statefulSets = inDefault('apps/v1', 'statefulsets')
const volumes = '/api/v1/persistentvolumes'
const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'

it.each([
  [
    '1.25',
    'StatefulSetAutoDeletePVC',
    false,
    statefulSets,
    statefulSet,
    'spec.persistentVolumeClaimRetentionPolicy',
  ],
  [
    '1.28',
    'StatefulSetAutoDeletePVC',
    true,
    statefulSets,
    statefulSet,
    'spec.persistentVolumeClaimRetentionPolicy',
  ],
  ['1.28', 'StatefulSetStartOrdinal', true, statefulSets, statefulSet, 'spec.ordinals'],
  ['1.25', 'CSINodeExpandSecret', false, volumes, volume, 'spec.csi.nodeExpandSecretRef'],
  ['1.28', 'CSINodeExpandSecret', true, volumes, volume, 'spec.csi.nodeExpandSecretRef'],
  [
    '1.24',
    'NetworkPolicyEndPort',
    true,
    inDefault('networking.k8s.io/v1', 'networkpolicies'),
    policy,
    'spec.ingress.0.ports.0.endPort',
  ],
  ['1.28', 'AdmissionWebhookMatchConditions', true, configurations, webhooks, 'webhooks.0.matchConditions'],
  [
    '1.25',
    'EndpointSliceTerminatingCondition',
    true,
    inDefault('discovery.k8s.io/v1', 'endpointslices'),
    slice,
    'endpoints.0.conditions.serving',
  ],
])('%s: %s, by default %s, guards a field of %s', async (release, gate, byDefault, path, object, field) => {
  const made = async (...flags: string[]): Promise<boolean> => {
    server = await startTestServer(release, ...flags)
    const { status, body } = await server.send('POST', path, object)
    expect(status).toBe(201)
    await server.close()
    return (
      field
        .split('.')
        .reduce<unknown>((at, key) => getOwn((at ?? {}) as Record<string, unknown>, key), body) !== undefined
    )
  }
  expect([
    await made(),
    await made(`--feature-gates=${gate}=true`),
    await made(`--feature-gates=${gate}=false`),
  ]).toEqual([byDefault, true, false])
})
