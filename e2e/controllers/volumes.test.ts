import { describe, expect, it } from 'vitest'
import type { PersistentVolume, PersistentVolumeClaim } from '../../controllers/volume/types.ts'
import { defaultNamespace, reportPod, startControlPlane, type TestControlPlane } from './control-plane.ts'

const claims = `${defaultNamespace}/persistentvolumeclaims`
const volumes = '/api/v1/persistentvolumes'
const classes = '/apis/storage.k8s.io/v1/storageclasses'
const claim = (spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
})
const volume = (name: string, storage: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: `/mnt/${name}` },
    ...spec,
  },
})
const storageClass = (name: string, provisioner: string, more: object = {}): object => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  ...more,
})
const node = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name } },
  status: { allocatable: { pods: '110' } },
})
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'app' },
  spec: {
    containers: [{ name: 'main', image: 'app' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
  },
}

const theClaim = ({ client }: TestControlPlane) => client.get<PersistentVolumeClaim>(`${claims}/data`)
const theVolume = ({ client }: TestControlPlane, name: string) =>
  client.get<PersistentVolume>(`${volumes}/${name}`)
const phase = (plane: TestControlPlane) => async () => {
  const { status, spec } = await theClaim(plane)
  return [status.phase, spec.volumeName].join(' ').trim()
}
const volumePhase = (plane: TestControlPlane, name: string) => async () =>
  (await theVolume(plane, name)).status.phase
const scheduled = (plane: TestControlPlane) => async () => {
  const { spec, status } = await plane.client.get<{
    spec: { nodeName?: string }
    status: { conditions?: { message?: string }[] }
  }>(`${defaultNamespace}/pods/app`)
  return spec.nodeName ?? status.conditions?.[0]?.message
}

const notHelpful = 'preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.'
const noClaims = 'no new claims to deallocate, '

describe('the volume binder', () => {
  it('binds a claim to the smallest volume that will do, and releases it afterwards', async () => {
    const plane = await startControlPlane('1.36')
    for (const [name, size] of [
      ['small', '1Gi'],
      ['large', '10Gi'],
      ['fits', '3Gi'],
    ])
      await plane.client.create(volumes, volume(name!, size!, { storageClassName: 'manual' }))
    await plane.until(volumePhase(plane, 'fits'), 'Available')
    await plane.client.create(claims, claim({ storageClassName: 'manual' }))
    await plane.until(phase(plane), 'Bound fits')
    await plane.until(volumePhase(plane, 'fits'), 'Bound')
    const bound = await theClaim(plane)
    expect(bound.metadata.annotations).toMatchObject({
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    })
    expect(bound.status).toMatchObject({ capacity: { storage: '3Gi' }, accessModes: ['ReadWriteOnce'] })
    await plane.client.delete(`${claims}/data`)
    await plane.until(volumePhase(plane, 'fits'), 'Released')
  })

  it('gives claims without a class the default class that comes later', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(claims, claim())
    await plane.until(phase(plane), 'Pending')
    await plane.client.create(classes, {
      ...storageClass('standard', 'hostpath.csi.k8s.io'),
      metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    })
    await plane.until(async () => (await theClaim(plane)).spec.storageClassName, 'standard')
    await plane.until(async () => (await theClaim(plane)).status.phase, 'Bound')
  })

  it('makes a volume at once, and deletes it with its claim', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      classes,
      storageClass('fast', 'hostpath.csi.k8s.io', { volumeBindingMode: 'Immediate' }),
    )
    await plane.client.create(claims, claim({ storageClassName: 'fast' }))
    const { metadata } = await theClaim(plane)
    const name = `pvc-${metadata.uid}`
    await plane.until(phase(plane), `Bound ${name}`)
    expect((await theVolume(plane, name)).spec).toMatchObject({
      capacity: { storage: '2Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      csi: { driver: 'hostpath.csi.k8s.io' },
    })
    await plane.client.delete(`${claims}/data`)
    await plane.until(() => plane.names(volumes), [])
  })

  it('waits for a pod, and makes the volume on its node', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      classes,
      storageClass('local', 'rancher.io/local-path', { volumeBindingMode: 'WaitForFirstConsumer' }),
    )
    await plane.client.create(claims, claim({ storageClassName: 'local' }))
    await plane.until(phase(plane), 'Pending')
    await plane.client.create('/api/v1/nodes', node('n1'))
    await plane.client.create(`${defaultNamespace}/pods`, pod)
    await plane.until(scheduled(plane), 'n1')
    const { spec } = await theClaim(plane)
    expect((await theVolume(plane, spec.volumeName!)).spec.nodeAffinity?.required?.nodeSelectorTerms).toEqual(
      [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] }] }],
    )
  })

  it('makes volumes of the host where --enable-hostpath-provisioner is set, and deletes them', async () => {
    const plane = await startControlPlane('1.34')
    await plane.client.create(classes, storageClass('standard', 'kubernetes.io/host-path'))
    await plane.client.create(claims, claim({ storageClassName: 'standard' }))
    const said = async () => {
      const { items } = await plane.client.get<{ items: { message: string }[] }>(`${defaultNamespace}/events`)
      return items.at(-1)?.message
    }
    const disabled = 'provisioning in volume plugin "kubernetes.io/host-path" is disabled'
    await plane.until(said, `Failed to create provisioner: ${disabled}`)
    await plane.restartControllers('--enable-hostpath-provisioner')
    const { metadata } = await theClaim(plane)
    const name = `pvc-${metadata.uid}`
    await plane.until(phase(plane), `Bound ${name}`)
    expect((await theVolume(plane, name)).spec.hostPath?.path).toMatch(/^\/tmp\/hostpath_pv\//)
    await plane.client.delete(`${claims}/data`)
    await plane.until(() => plane.names(volumes), [])
  })

  it.each([
    ['1.30', 'node(s) had volume node affinity conflict', notHelpful, notHelpful],
    [
      '1.36',
      "node(s) didn't match PersistentVolume's node affinity",
      'not found',
      `${noClaims}${notHelpful}`,
    ],
  ])(
    'says why a pod cannot be where its volume is not (%s)',
    async (release, message, blocked, elsewhere) => {
      const plane = await startControlPlane(release)
      const terms = [
        { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n2'] }] },
      ]
      await plane.client.create('/api/v1/nodes', node('n1'))
      await plane.client.create(`${defaultNamespace}/pods`, pod)
      await plane.until(
        scheduled(plane),
        `0/1 nodes are available: persistentvolumeclaim "data" not found. ${blocked}`,
      )
      await plane.client.create(claims, claim())
      await plane.until(
        scheduled(plane),
        `0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. ${blocked}`,
      )
      await plane.client.create(
        volumes,
        volume('far', '5Gi', { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
      )
      await plane.until(phase(plane), 'Bound far')
      await plane.until(scheduled(plane), `0/1 nodes are available: 1 ${message}. ${elsewhere}`)
    },
  )

  it('binds claims of local volumes when their pod is scheduled', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      classes,
      storageClass('local', 'kubernetes.io/no-provisioner', { volumeBindingMode: 'WaitForFirstConsumer' }),
    )
    await plane.client.create('/api/v1/nodes', node('n1'))
    await plane.client.create(claims, claim({ storageClassName: 'local' }))
    await plane.client.create(`${defaultNamespace}/pods`, pod)
    await plane.until(
      scheduled(plane),
      `0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind. ${noClaims}${notHelpful}`,
    )
    await plane.client.create(volumes, volume('disk', '5Gi', { storageClassName: 'local' }))
    await plane.until(phase(plane), 'Bound disk')
    await plane.until(scheduled(plane), 'n1')
  })
})

describe('the resizer of the hostpath driver', () => {
  it('expands volumes when a pod uses them, and gives them their attributes', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      classes,
      storageClass('csi-hostpath-sc', 'hostpath.csi.k8s.io', { allowVolumeExpansion: true }),
    )
    await plane.client.create(claims, claim({ storageClassName: 'csi-hostpath-sc' }))
    await plane.until(async () => (await theClaim(plane)).status.phase, 'Bound')
    await plane.client.patch(`${claims}/data`, {
      spec: { resources: { requests: { storage: '5Gi' } }, volumeAttributesClassName: 'gold' },
    })
    const status = async () => (await theClaim(plane)).status as unknown as Record<string, unknown>
    await plane.until(
      async () => (await status())['conditions'],
      [expect.objectContaining({ type: 'FileSystemResizePending', status: 'True' })],
    )
    const [name] = await plane.names(volumes)
    expect((await theVolume(plane, name!)).spec.capacity).toEqual({ storage: '5Gi' })
    await plane.until(async () => (await status())['modifyVolumeStatus'], {
      targetVolumeAttributesClassName: 'gold',
      status: 'Pending',
    })
    await plane.client.create('/apis/storage.k8s.io/v1/volumeattributesclasses', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name: 'gold' },
      driverName: 'hostpath.csi.k8s.io',
      parameters: { iops: '10' },
    })
    await plane.client.create(`${defaultNamespace}/pods`, {
      ...pod,
      spec: { ...pod.spec, nodeName: 'n1' },
    })
    await reportPod(plane.client, 'app')
    await plane.until(async () => (await status())['capacity'], { storage: '5Gi' })
    await plane.until(async () => (await status())['currentVolumeAttributesClassName'], 'gold')
    expect(await status()).not.toHaveProperty('conditions')
  })
})
