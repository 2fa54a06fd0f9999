import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { sameStoredBytes } from './stored-key-value.ts'

const pod = (release: string, more: object = {}): { object: KubeObject; writtenBy: string } => ({
  writtenBy: release,
  object: schemeFor(release).normalize({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'x', ...more },
    spec: { containers: [{ name: 'c', image: 'i', resources: {} }] },
    status: { phase: 'Running' },
  } as KubeObject),
})

it('finds the data of another release the same where no field came that is always written', () => {
  expect(sameStoredBytes(pod('1.30'), pod('1.32'))).toBe(true)
  // status.observedGeneration is no pointer.
  expect(sameStoredBytes(pod('1.32'), pod('1.33'))).toBe(false)
  expect(sameStoredBytes(pod('1.33'), pod('1.36'))).toBe(true)
})

it('minds the content, but not the revision', () => {
  expect(sameStoredBytes(pod('1.34'), pod('1.34', { labels: { a: 'b' } }))).toBe(false)
  expect(sameStoredBytes(pod('1.34'), pod('1.34', { resourceVersion: '7' }))).toBe(true)
})

it('knows nothing of releases that are not recorded', () => {
  const other = { ...pod('1.34'), writtenBy: '1.7' }
  expect(sameStoredBytes(other, other)).toBe(false)
})

it('finds data different that a release keeps in an older version', () => {
  const slice = (writtenBy: string) => ({
    writtenBy,
    object: schemeFor(writtenBy).normalize({
      kind: 'EndpointSlice',
      apiVersion: 'discovery.k8s.io/v1',
      metadata: { name: 'a', namespace: 'x' },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'], conditions: {}, hints: { forZones: [{ name: 'z' }] } }],
    } as KubeObject),
  })
  // 1.30 keeps it as discovery.k8s.io/v1beta1.
  expect(sameStoredBytes(slice('1.30'), slice('1.36'))).toBe(false)
  expect(sameStoredBytes(slice('1.31'), slice('1.36'))).toBe(true)
})
