import { expect, it } from 'vitest'
import type { Status } from '../../apimachinery/status-error.ts'
import { ApiError, type RestClient } from '../../client/rest-client.ts'
import { missingVolumes, mountRetryMs } from './mounts.ts'
import type { Pod } from './pod.ts'

const notFound = new ApiError({ kind: 'Status', apiVersion: 'v1', code: 404, reason: 'NotFound' } as Status)
const client = (there: readonly string[]): RestClient =>
  ({
    get: (path: string) => (there.includes(path) ? Promise.resolve({}) : Promise.reject(notFound)),
  }) as unknown as RestClient
const pod = (volumes: object[]): Pod =>
  ({
    metadata: { name: 'p', namespace: 'n' },
    spec: { containers: [], volumes },
    status: {},
  }) as unknown as Pod

it('tells the volumes whose objects are not there, in the words of a kubelet', async () => {
  const volumes = [
    { name: 'a', configMap: { name: 'settings' } },
    { name: 'b', configMap: { name: 'gone' } },
    { name: 'c', secret: { secretName: 'key' } },
    { name: 'd', secret: { secretName: 'maybe', optional: true } },
    { name: 'e', emptyDir: {} },
  ]
  const there = client(['/api/v1/namespaces/n/configmaps/settings'])
  expect(await missingVolumes(there, pod(volumes))).toEqual([
    { volume: 'b', reason: 'configmap "gone" not found' },
    { volume: 'c', reason: 'secret "key" not found' },
  ])
})

it('tries again after half a second first, then ever later, at last every two minutes', () => {
  expect([1, 2, 3, 20].map(mountRetryMs)).toEqual([500, 1000, 2000, 122_000])
})
