// The pod that an object runs, or is.
// Upstream: kubectl/pkg/polymorphichelpers/updatepodspecforobject.go
import type { EnvVar } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'

/** v1 Container. */
export interface Container {
  name: string
  image?: string
  env?: EnvVar[]
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> }
  [field: string]: unknown
}
/** v1 PodSpec, as far as the `set` commands change it. */
export interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  serviceAccountName?: string
  [field: string]: unknown
}

function pathOfSpec(kind: string): string[] {
  switch (kind) {
    case 'Pod':
      return ['spec']
    case 'CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template', 'spec']
    case 'Deployment':
    case 'DaemonSet':
    case 'ReplicaSet':
    case 'ReplicationController':
    case 'StatefulSet':
    case 'Job':
      return ['spec', 'template', 'spec']
    default:
      throw new KubectlError(`the object is not a pod or does not have a pod template: *v1.${kind}`)
  }
}

/** The pod spec in a workload, or of a Pod itself; changes of it change the object. */
export function podSpecOf(object: KubeObject): PodSpec {
  let value: unknown = object
  for (const key of pathOfSpec(object.kind)) value = (value as Record<string, unknown>)[key]
  return value as PodSpec
}
