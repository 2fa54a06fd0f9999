import { expect, it } from 'vitest'
import type { PodSpec } from '../../../api/core-v1.ts'
import { apiReference } from './pod-references.ts'

it.each<[string | undefined, string | undefined, PodSpec]>([
  ['a service account', 'serviceaccounts', { serviceAccountName: 'a' }],
  ['secrets', 'secrets', { imagePullSecrets: [{ name: 'a' }] }],
  ['configmaps', 'configmaps', { volumes: [{ name: 'v', configMap: { name: 'a' } }] }],
  [undefined, 'csidrivers (via CSI volumes)', { volumes: [{ name: 'v', csi: { driver: 'd' } }] }],
  ['resourceclaims', 'resourceclaims', { resourceClaims: [{ name: 'r' }] }],
  [undefined, undefined, { volumes: [{ name: 'v', hostPath: { path: '/' } }] }],
])('calls it %s in 1.33 and %s in 1.34', (old, now, spec) => {
  expect(apiReference({ spec }, 33)).toBe(old)
  expect(apiReference({ spec }, 34)).toBe(now)
})

it('leaves claims of devices alone up to 1.30', () => {
  expect(apiReference({ spec: { resourceClaims: [{ name: 'r' }] } }, 30)).toBeUndefined()
})
