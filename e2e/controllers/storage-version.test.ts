import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'

const migrations = (version: string): string =>
  `/apis/storagemigration.k8s.io/${version}/storageversionmigrations`

interface Condition {
  type: string
  status: string
  reason: string
  message?: string
}

const conditionsOf = (migration: KubeObject): string[] =>
  ((migration['status'] as { conditions?: Condition[] } | undefined)?.conditions ?? []).map(
    ({ type, status, reason }) => `${type}=${status} ${reason}`,
  )

const conditions = async ({ client }: TestControlPlane, version: string, name: string): Promise<string[]> =>
  conditionsOf(await client.get(`${migrations(version)}/${name}`))

const migrate = ({ client }: TestControlPlane, version: string, name: string, resource: object) =>
  client.create(migrations(version), {
    kind: 'StorageVersionMigration',
    apiVersion: `storagemigration.k8s.io/${version}`,
    metadata: { name },
    spec: { resource },
  })

const startPlane = (release: string, version: string): Promise<TestControlPlane> =>
  startControlPlane(
    release,
    '--feature-gates=StorageVersionMigrator=true,InformerResourceVersion=true',
    `--runtime-config=storagemigration.k8s.io/${version}=true`,
  )

describe('storage-version-migrator-controller', () => {
  it.each([
    ['1.30', 'v1alpha1', { version: 'v1' }, 'Running=False StorageVersionMigrationInProgress'],
    ['1.34', 'v1alpha1', { version: 'v1' }, 'Running=False StorageVersionMigrationInProgress'],
    ['1.35', 'v1beta1', {}, 'Running=False StorageVersionMigrationInProgress'],
    ['1.36', 'v1beta1', {}, 'Running=False MigrationCompleted'],
  ])('of %s migrates', async (release, version, more, running) => {
    const plane = await startPlane(release, version)
    await plane.client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    await migrate(plane, version, 'one', { ...more, resource: 'configmaps' })
    await plane.until(
      () => conditions(plane, version, 'one'),
      [running, 'Succeeded=True StorageVersionMigrationSucceeded'],
    )
    const migration = await plane.client.get(`${migrations(version)}/one`)
    expect((migration['status'] as { resourceVersion: string }).resourceVersion).toMatch(/^\d+$/)
  })

  it('says of 1.36 why it fails, after a minute where the resource may still come', async () => {
    const plane = await startPlane('1.36', 'v1beta1')
    await migrate(plane, 'v1beta1', 'one', { group: 'example.org', resource: 'things' })
    await plane.until(
      () => conditions(plane, 'v1beta1', 'one'),
      ['Running=False MigrationCompleted', 'Failed=True StorageVersionMigrationFailed'],
    )
    const { status } = await plane.client.get<KubeObject>(`${migrations('v1beta1')}/one`)
    expect((status as { conditions: Condition[] }).conditions[1]!.message).toBe(
      'resource does not exist in discovery',
    )
  })
})

describe('storageversion-garbage-collector-controller', () => {
  it('takes servers that are gone out of StorageVersions', async () => {
    const plane = await startControlPlane(
      '1.36',
      '--feature-gates=StorageVersionAPI=true',
      '--runtime-config=internal.apiserver.k8s.io/v1alpha1=true',
    )
    const path = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions'
    const pods = await plane.client.get<KubeObject>(`${path}/core.pods`)
    const status = pods['status'] as { storageVersions: object[]; commonEncodingVersion?: string }
    const gone = { apiServerID: 'apiserver-gone', encodingVersion: 'v0', decodableVersions: ['v0'] }
    const { commonEncodingVersion: _, ...rest } = status
    await plane.client.update(`${path}/core.pods/status`, {
      ...pods,
      status: { ...rest, storageVersions: [...status.storageVersions, gone] },
    })
    await plane.until(async () => {
      const found = await plane.client.get<KubeObject>(`${path}/core.pods`)
      const { storageVersions, commonEncodingVersion } = found['status'] as typeof status
      return [storageVersions.length, commonEncodingVersion]
    }, [1, 'v1'])
    const lease = status.storageVersions[0] as { apiServerID: string }
    await plane.client.delete(
      `/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/${lease.apiServerID}`,
    )
    await plane.until(() => plane.names(path), [])
  })
})
