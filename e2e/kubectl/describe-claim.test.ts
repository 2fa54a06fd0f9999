// What kubectl describe tells of a claim. Upstream: kubectl/pkg/describe/describe.go (describePersistentVolumeClaim)
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../cluster/index.ts'
import { kubectlOf, type Result } from './kubectl-of.ts'

const claim = (name: string, more: object): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
})
const user = (name: string, claims: string[]): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [{ name: 'main', image: 'app' }],
    volumes: claims.map((claimName, i) => ({ name: `v${i}`, persistentVolumeClaim: { claimName } })),
  },
})
const items = [
  claim('data', {
    storageClassName: 'none',
    dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'before' },
  }),
  claim('alone', { storageClassName: 'none', dataSource: { kind: 'PersistentVolumeClaim', name: 'data' } }),
  user('web-b', ['data']),
  user('web-a', ['data', 'data']),
  user('other', ['none']),
]
const conditions = [
  {
    type: 'FileSystemResizePending',
    status: 'True',
    lastTransitionTime: '2026-01-02T03:04:05Z',
    message: 'Waiting',
  },
]

let cluster: Cluster
let run: (line: string) => Promise<Result>
beforeAll(async () => {
  cluster = await startCluster({ release: '1.36', http: true })
  const kubectl = kubectlOf(cluster, {
    release: '1.36.3',
    files: {
      'all.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
      'status.json': JSON.stringify({ status: { conditions } }),
    },
  })
  run = (line) => kubectl(line.split(' '))
  expect(await run('create -f all.json')).toMatchObject({ stderr: '', exitCode: 0 })
  expect(
    await run('patch pvc data --subresource=status --type=merge --patch-file=status.json'),
  ).toMatchObject({ stderr: '', exitCode: 0 })
})
afterAll(() => cluster.stop())

it('names the pods that use the claim, its data source and its conditions', async () => {
  const { stdout } = await run('describe pvc data --show-events=false')
  expect(stdout).toBe(`Name:          data
Namespace:     default
StorageClass:  none
Status:        Pending
Volume:        
Labels:        <none>
Annotations:   <none>
Finalizers:    [kubernetes.io/pvc-protection]
Capacity:      
Access Modes:  
VolumeMode:    Filesystem
DataSource:
  APIGroup:  snapshot.storage.k8s.io
  Kind:      VolumeSnapshot
  Name:      before
Used By:     web-a
             web-a
             web-b
Conditions:
  Type                      Status  LastProbeTime                     LastTransitionTime                Reason  Message
  ----                      ------  -----------------                 ------------------                ------  -------
  FileSystemResizePending   True    Mon, 01 Jan 0001 00:00:00 +0000   Fri, 02 Jan 2026 03:04:05 +0000           Waiting
`)
})

it('says so where no pod uses it, and names no group where the source has none', async () => {
  const { stdout } = await run('describe pvc alone --show-events=false')
  expect(stdout).toContain('DataSource:\n  Kind:   PersistentVolumeClaim\n  Name:   data\nUsed By:  <none>\n')
  expect(stdout).not.toContain('Conditions:')
})

it('names a pod that owns the claim', async () => {
  const { stdout: uid } = await run('get pod other -o jsonpath={.metadata.uid}')
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'other', uid }
  const patch = JSON.stringify({ metadata: { ownerReferences: [owner] } })
  expect((await run(`patch pvc alone --type=merge -p ${patch}`)).exitCode).toBe(0)
  expect((await run('describe pvc alone --show-events=false')).stdout).toContain('Used By:  other\n')
})
