// Where labels, annotations, images, … of objects are.
// Upstream: kustomize/api/internal/konfig/builtinpluginconsts
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { isObject } from '../../apimachinery/json.ts'
import type { ResourceId } from './resource.ts'

/** A path of fields (`spec/template/metadata/labels`) in objects of a kind. `create`: the field is made where it is missing. */
export interface FieldSpec {
  path: string
  group?: string
  version?: string
  kind?: string
  create?: boolean
}

const workloads: readonly Omit<FieldSpec, 'path'>[] = [
  { version: 'v1', kind: 'ReplicationController' },
  { kind: 'Deployment' },
  { kind: 'ReplicaSet' },
  { kind: 'DaemonSet' },
  { kind: 'StatefulSet' },
  { group: 'batch', kind: 'Job' },
]
const cronJob = { group: 'batch', kind: 'CronJob' }
const templates = (field: string): FieldSpec[] => [
  ...workloads.map((kind) => ({ ...kind, path: `spec/template/metadata/${field}`, create: true })),
  { ...cronJob, path: `spec/jobTemplate/metadata/${field}`, create: true },
  { ...cronJob, path: `spec/jobTemplate/spec/template/metadata/${field}`, create: true },
]

/** The labels of an object itself. */
export const labelField: readonly FieldSpec[] = [{ path: 'metadata/labels', create: true }]
/** The labels of objects and of the templates in them. */
export const templateLabelFields: readonly FieldSpec[] = [
  ...labelField,
  ...templates('labels'),
  { path: 'spec/volumeClaimTemplates/metadata/labels', group: 'apps', kind: 'StatefulSet', create: true },
]
/** The annotations of objects and of the templates in them. */
export const annotationFields: readonly FieldSpec[] = [
  { path: 'metadata/annotations', create: true },
  ...templates('annotations'),
]

const affinityTerms = ['podAffinity', 'podAntiAffinity'].flatMap((affinity) => [
  `${affinity}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
  `${affinity}/requiredDuringSchedulingIgnoredDuringExecution`,
])
const podSelectors = ['Deployment', 'StatefulSet'].flatMap((kind) =>
  [...affinityTerms.map((term) => `affinity/${term}`), 'topologySpreadConstraints'].map((path) => ({
    path: `spec/template/spec/${path}/labelSelector/matchLabels`,
    group: 'apps',
    kind,
  })),
)
/** The selectors of pods, which commonLabels changes too. */
export const selectorFields: readonly FieldSpec[] = [
  { path: 'spec/selector', version: 'v1', kind: 'Service', create: true },
  { path: 'spec/selector', version: 'v1', kind: 'ReplicationController', create: true },
  ...['Deployment', 'ReplicaSet', 'DaemonSet'].map((kind) => ({
    path: 'spec/selector/matchLabels',
    kind,
    create: true,
  })),
  { path: 'spec/selector/matchLabels', group: 'apps', kind: 'StatefulSet', create: true },
  ...podSelectors,
  { path: 'spec/selector/matchLabels', group: 'batch', kind: 'Job' },
  { path: 'spec/jobTemplate/spec/selector/matchLabels', ...cronJob },
  { path: 'spec/selector/matchLabels', group: 'policy', kind: 'PodDisruptionBudget' },
  ...['podSelector', 'ingress/from/podSelector', 'egress/to/podSelector'].map((path) => ({
    path: `spec/${path}/matchLabels`,
    group: 'networking.k8s.io',
    kind: 'NetworkPolicy',
  })),
]
/** The fields beside metadata.namespace that hold a namespace. */
export const namespaceFields: readonly FieldSpec[] = [
  { path: 'metadata/name', version: 'v1', group: '', kind: 'Namespace' },
  { path: 'spec/service/namespace', group: 'apiregistration.k8s.io', kind: 'APIService', create: true },
  {
    path: 'spec/conversion/webhook/clientConfig/service/namespace',
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
  },
]
/** The kinds whose spec.replicas the field `replicas` sets. */
export const replicaKinds = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']

/** Whether a field spec applies to objects of an id; an absent group, version or kind means any. */
export const concerns = (spec: FieldSpec, id: ResourceId): boolean =>
  (spec.group ?? id.group) === id.group &&
  (spec.version ?? id.version) === id.version &&
  (spec.kind ?? id.kind) === id.kind

/**
 * Calls `change` with the value at a path, through every item of the lists on it, and sets the value that it returns; objects
 * on the way are made where `create` is set.
 */
export function changeField(
  root: JsonObject,
  path: string,
  create: boolean,
  change: (value: JsonValue | undefined, holder: JsonObject) => JsonValue | undefined,
): void {
  const parts = path.split(/(?<!\\)\//).map((part) => part.replaceAll('\\/', '/'))
  const walk = (at: JsonValue | undefined, i: number): void => {
    if (Array.isArray(at)) for (const item of at) walk(item, i)
    else if (isObject(at)) {
      const holder = at as JsonObject
      const key = parts[i]!
      const known = Object.hasOwn(holder, key) && holder[key] !== null
      if (!known && !create) return
      if (i === parts.length - 1) {
        const changed = change(known ? holder[key] : undefined, holder)
        if (changed !== undefined) holder[key] = changed
        return
      }
      if (!known) holder[key] = {}
      walk(holder[key], i + 1)
    }
  }
  walk(root, 0)
}
