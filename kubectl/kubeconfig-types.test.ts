import { expect, it } from 'vitest'
import { wrongType } from './kubeconfig-types.ts'

const json = 'json: cannot unmarshal'

it.each<[object, string | undefined]>([
  [{ clusters: { a: 'b' } }, `${json} object into Go struct field Config.clusters of type []v1.NamedCluster`],
  [{ users: 'x' }, `${json} string into Go struct field Config.users of type []v1.NamedAuthInfo`],
  [{ contexts: ['a'] }, `${json} string into Go struct field Config.contexts of type v1.NamedContext`],
  [
    { clusters: [{ name: 'a', cluster: [1] }] },
    `${json} array into Go struct field NamedCluster.clusters.cluster of type v1.Cluster`,
  ],
  [
    { clusters: [{ name: 'a', cluster: { server: 5 } }] },
    `${json} number into Go struct field Cluster.clusters.cluster.server of type string`,
  ],
  [{ 'current-context': ['a'] }, `${json} array into Go struct field Config.current-context of type string`],
  [
    { clusters: null, users: [null, { name: '__proto__', user: { token: 'a' } }], 'current-context': 'a' },
    undefined,
  ],
])('of %j says %s', (config, text) => {
  expect(wrongType(config as Record<string, unknown>)).toBe(text)
})
