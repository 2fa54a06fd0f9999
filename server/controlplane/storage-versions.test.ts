import { afterEach, describe, expect, it } from 'vitest'
import type { StorageVersionStatus } from '../../api/apiserverinternal-v1alpha1.ts'
import { concluded, withServer } from '../../apimachinery/storage-version-status.ts'
import { createMemoryStorage } from '../storage/memory.ts'
import { startTestServerWith, type TestServer } from '../testing/test-server.ts'
import recorded from './storage-versions-recorded.json' with { type: 'json' }

const path = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions'
const flags = [
  '--feature-gates=APIServerIdentity=true,StorageVersionAPI=true',
  '--runtime-config=internal.apiserver.k8s.io/v1alpha1=true',
]
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(own: Parameters<typeof startTestServerWith>[0], release: string, ...more: string[]) {
  const server = await startTestServerWith({ hostname: 'vm', ...own }, release, ...more)
  servers.push(server)
  return server
}

interface StorageVersion {
  metadata: { name: string; managedFields?: unknown }
  status: StorageVersionStatus
}

/** Name → encoding version, decodable versions, served versions in any order. */
const told = (items: readonly StorageVersion[]): Record<string, unknown[]> =>
  Object.fromEntries(
    items.map(({ metadata, status }) => {
      const { encodingVersion, decodableVersions, servedVersions } = status.storageVersions![0]!
      const served = servedVersions === undefined ? [] : [[...servedVersions].sort()]
      return [metadata.name, [encodingVersion, decodableVersions, ...served]]
    }),
  )

describe('StorageVersions', () => {
  it.each(Object.keys(recorded))('are those of a real %s', async (release) => {
    const { send } = await start({}, release, ...flags)
    const { items } = (await send('GET', path)).body as { items: StorageVersion[] }
    expect(told(items)).toEqual(recorded[release as keyof typeof recorded])
    expect(items[0]!.metadata.managedFields).toBeUndefined()
    expect(items[0]!.status.conditions).toMatchObject([
      {
        type: 'AllEncodingVersionsEqual',
        status: 'True',
        reason: 'CommonEncodingVersionSet',
        message: 'Common encoding version set',
      },
    ])
  })

  it('tell of each server of a store', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    await start({ storage }, '1.36', ...flags)
    const { send } = await start({ storage, hostname: 'other' }, '1.36', ...flags)
    const { status } = (await send('GET', `${path}/apps.deployments`)).body
    expect(status.storageVersions).toHaveLength(2)
    expect(status.commonEncodingVersion).toBe('apps/v1')
  })

  it('hold writes up while they cannot be told', async () => {
    const { send } = await start({}, '1.36', flags[0]!)
    const answer = await send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'a' },
    })
    expect(answer.status).toBe(503)
    expect(answer.body.message).toBe(
      'wait for storage version registration to complete for resource: namespaces, last seen error: the server could not find the requested resource',
    )
    expect((await send('GET', '/api/v1/namespaces')).status).toBe(200)
  })
})

describe('the status of a StorageVersion', () => {
  const server = (apiServerID: string, version: string) => ({
    apiServerID,
    encodingVersion: version,
    decodableVersions: [version],
  })
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z']

  it('has no common version where servers differ, and tells when that changed', () => {
    const one = withServer({}, server('a', 'v1'), early)
    const two = withServer(one, server('b', 'v2'), late)
    expect(two).toMatchObject({ conditions: [{ status: 'False', lastTransitionTime: late }] })
    expect(two.commonEncodingVersion).toBeUndefined()
    const again = withServer(two, server('b', 'v1'), late)
    expect(again).toMatchObject({ commonEncodingVersion: 'v1', conditions: [{ status: 'True' }] })
  })

  it('keeps the time where the common version stays, and not where it is another', () => {
    const one = withServer({}, server('a', 'v1'), early)
    expect(concluded(one, late).conditions![0]!.lastTransitionTime).toBe(early)
    expect(withServer(one, server('a', 'v2'), late).conditions![0]!.lastTransitionTime).toBe(late)
  })
})
