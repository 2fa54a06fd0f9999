// Upstream: pkg/controller/deployment/sync.go (getNewReplicaSet, generateReplicaSetName)

import type { LabelSelector } from '../../api/meta-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { controllerReference } from '../owner-references.ts'
import { templateHash } from '../template-hash.ts'
import { type Deployment, hashLabel, newestAnnotations, type ReplicaSet, sizeAnnotations } from './sets.ts'

/** The limit of a ReplicaSet's name in characters, its hash included. */
const longestName = 253

interface NewReplicaSet {
  apiVersion: string
  kind: string
  metadata: KubeObject['metadata']
  spec: Omit<ReplicaSet['spec'], 'template'> & { selector: LabelSelector; template: object }
}

/** The set of a Deployment's newest template. */
export function newReplicaSet(
  deployment: Deployment,
  { revision, replicas, minor }: { revision: bigint; replicas: number; minor: number },
): NewReplicaSet {
  const { spec, metadata, status } = deployment
  const hash = templateHash(spec.template, status.collisionCount, minor)
  const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash }
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name!.slice(0, longestName - 1 - hash.length)}-${hash}`,
      namespace: metadata.namespace!,
      labels,
      annotations: { ...newestAnnotations(deployment, {}, revision), ...sizeAnnotations(deployment) },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  }
}
