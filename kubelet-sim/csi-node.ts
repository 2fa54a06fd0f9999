// Upstream: pkg/volume/csi/nodeinfomanager/nodeinfomanager.go

import type { KubeObject } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { kubeletDialect } from './dialect.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import type { Node } from './node-status/node.ts'

const collection = '/apis/storage.k8s.io/v1/csinodes'

/** In-tree volume plugins that have moved to CSI drivers, as each release reports them. */
function migratedPlugins(minor: number): string {
  const { portworxMigrated, vsphereMigrated } = kubeletDialect(minor)
  const plugins = [
    'aws-ebs',
    'azure-disk',
    'azure-file',
    'cinder',
    'gce-pd',
    ...(portworxMigrated ? ['portworx-volume'] : []),
    ...(vsphereMigrated ? ['vsphere-volume'] : []),
  ]
  return plugins.map((p) => `kubernetes.io/${p}`).join(',')
}

/** Makes sure that the node's CSINode exists and is owned by this Node (by uid): the CSINode of an earlier Node is replaced. */
export async function ensureCSINode(options: KubeletOptions, node: Node): Promise<void> {
  const { client, nodeName } = options
  try {
    const existing = await client.get(`${collection}/${nodeName}`)
    const owned = existing.metadata.ownerReferences?.some(
      (o) => o.kind === 'Node' && o.uid === node.metadata.uid,
    )
    if (owned === true) return
    await client.delete(`${collection}/${nodeName}`)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  const csiNode: KubeObject = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: {
      name: nodeName,
      annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migratedPlugins(options.release.minor) },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: nodeName, uid: node.metadata.uid! }],
    },
    spec: { drivers: null },
  }
  await client.json({ method: 'POST', path: collection, body: csiNode, unread: true })
}
