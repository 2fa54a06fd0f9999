// Objects of well-known add-ons that a document uses without installing them: its author's cluster had them.

import type { KubeObject } from '../../apimachinery/json.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { isAlreadyExists, RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import type { ComponentRuntime } from '../runtime.ts'

/** An object that the cluster is given. */
export interface AssumedObject {
  /** Of the collection: `/apis/storage.k8s.io/v1/storageclasses`. */
  path: string
  object: KubeObject
  /** For the report, without a period: `StorageClass csi-hostpath-sc, of the CSI hostpath driver`. */
  description: string
}

interface AddOn {
  /** The name by which documents use it. */
  name: string
  objects: readonly AssumedObject[]
}

const addOns: readonly AddOn[] = [
  {
    // Upstream: kubernetes-csi/csi-driver-host-path, examples/csi-storageclass.yaml and deploy/kubernetes-latest
    name: 'csi-hostpath-sc',
    objects: [
      {
        path: '/apis/storage.k8s.io/v1/csidrivers',
        description: 'CSIDriver hostpath.csi.k8s.io',
        object: {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'CSIDriver',
          metadata: { name: 'hostpath.csi.k8s.io' },
          spec: {
            attachRequired: true,
            fsGroupPolicy: 'File',
            podInfoOnMount: true,
            volumeLifecycleModes: ['Persistent', 'Ephemeral'],
          },
        },
      },
      {
        path: '/apis/storage.k8s.io/v1/storageclasses',
        description: 'StorageClass csi-hostpath-sc, of the CSI hostpath driver',
        object: {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'StorageClass',
          metadata: { name: 'csi-hostpath-sc' },
          provisioner: 'hostpath.csi.k8s.io',
          reclaimPolicy: 'Delete',
          volumeBindingMode: 'Immediate',
          allowVolumeExpansion: true,
        },
      },
    ],
  },
]

/** Whether the text shows a StorageClass of that name being made. */
const makes = (text: string, name: string): boolean =>
  text
    .split(/^-{3}\s*$|^`{3}.*$/m)
    .some(
      (part) =>
        /^\s*kind:\s*StorageClass\s*$/m.test(part) &&
        new RegExp(`^\\s*name:\\s*"?${name}"?\\s*$`, 'm').test(part),
    )

/**
 * What a section takes for granted of the add-ons that are known here.
 * @param text of the section, with its code
 */
export const assumedObjects = (text: string): AssumedObject[] =>
  addOns.filter(({ name }) => text.includes(name) && !makes(text, name)).flatMap(({ objects }) => objects)

/** Gives every new cluster of a machine what its document takes for granted, once: what is deleted stays so. */
export class AssumedObjects {
  private readonly objects: readonly AssumedObject[]
  private readonly given = new Set<string>()
  /** What was created, in words, in the order of its first creation. */
  readonly created = new Set<string>()

  constructor(objects: readonly AssumedObject[]) {
    this.objects = objects
  }

  /** @param store what tells one cluster's store from another's */
  async give(apiserver: RunningServer, store: string, connect: ComponentRuntime['connect']): Promise<void> {
    if (this.given.has(store)) return
    this.given.add(store)
    const client = new RestClient(
      parseKubeconfig(apiserver.kubeconfig('admin')),
      'kepsim',
      undefined,
      connect,
    )
    try {
      for (const { path, object, description } of this.objects) {
        await client.create(path, object).then(
          () => this.created.add(description),
          (error: unknown) => {
            if (!isAlreadyExists(error)) throw error
          },
        )
      }
    } finally {
      client.close()
    }
  }
}
