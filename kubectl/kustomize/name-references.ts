// Fields that name other objects, and what they say when those have other names.
// Upstream: kustomize/api/internal/konfig/builtinpluginconsts/namereference.go, kustomize/api/filters/nameref
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { isObject } from '../../apimachinery/json.ts'
import { changeField, concerns, type FieldSpec } from './field-specs.ts'
import { idOf, idsOf, type KustomizeResource, originalId } from './resource.ts'

interface Reference {
  /** What is named. */
  group?: string
  version?: string
  kind: string
  from: readonly FieldSpec[]
}

const podSpecs: readonly { kind: string; path: string }[] = [
  { kind: 'Pod', path: 'spec' },
  { kind: 'PodTemplate', path: 'template/spec' },
  ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job', 'ReplicationController'].map((kind) => ({
    kind,
    path: 'spec/template/spec',
  })),
  { kind: 'CronJob', path: 'spec/jobTemplate/spec/template/spec' },
]
const inPods = (...paths: string[]): FieldSpec[] =>
  podSpecs.flatMap(({ kind, path }) => paths.map((own) => ({ kind, path: `${path}/${own}` })))
const inContainers = (...paths: string[]): string[] =>
  paths.flatMap((path) => [`containers/${path}`, `initContainers/${path}`])
const roles: readonly FieldSpec[] = ['Role', 'ClusterRole'].map((kind) => ({
  kind,
  path: 'rules/resourceNames',
}))
const rbac = 'rbac.authorization.k8s.io'
const webhooks = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']

const references: readonly Reference[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) => ({
    kind,
    from: [{ kind: 'HorizontalPodAutoscaler', path: 'spec/scaleTargetRef/name' }],
  })),
  {
    kind: 'ConfigMap',
    version: 'v1',
    from: [
      ...inPods(
        'volumes/configMap/name',
        'volumes/projected/sources/configMap/name',
        ...inContainers('env/valueFrom/configMapKeyRef/name', 'envFrom/configMapRef/name'),
      ),
      { kind: 'Node', path: 'spec/configSource/configMap' },
      ...roles,
    ],
  },
  {
    kind: 'Secret',
    version: 'v1',
    from: [
      ...inPods(
        'volumes/secret/secretName',
        'volumes/projected/sources/secret/name',
        'imagePullSecrets/name',
        ...inContainers('env/valueFrom/secretKeyRef/name', 'envFrom/secretRef/name'),
      ),
      { kind: 'Ingress', path: 'spec/tls/secretName' },
      { kind: 'ServiceAccount', path: 'imagePullSecrets/name' },
      ...['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map((field) => ({
        kind: 'StorageClass',
        path: `parameters/${field}`,
      })),
      ...roles,
      { kind: 'PersistentVolume', path: 'spec/azureFile/secretName' },
    ],
  },
  {
    kind: 'Service',
    version: 'v1',
    from: [
      { kind: 'StatefulSet', group: 'apps', path: 'spec/serviceName' },
      ...[
        'rules/http/paths/backend/serviceName',
        'backend/serviceName',
        'rules/http/paths/backend/service/name',
        'defaultBackend/service/name',
      ].map((path) => ({ kind: 'Ingress', path: `spec/${path}` })),
      { kind: 'APIService', group: 'apiregistration.k8s.io', path: 'spec/service/name' },
      ...webhooks.map((kind) => ({
        kind,
        group: 'admissionregistration.k8s.io',
        path: 'webhooks/clientConfig/service',
      })),
    ],
  },
  { kind: 'Role', group: rbac, from: [{ kind: 'RoleBinding', group: rbac, path: 'roleRef/name' }] },
  {
    kind: 'ClusterRole',
    group: rbac,
    from: ['RoleBinding', 'ClusterRoleBinding'].map((kind) => ({ kind, group: rbac, path: 'roleRef/name' })),
  },
  {
    kind: 'ServiceAccount',
    version: 'v1',
    from: [
      ...['RoleBinding', 'ClusterRoleBinding'].map((kind) => ({ kind, group: rbac, path: 'subjects' })),
      ...inPods('serviceAccountName'),
    ],
  },
  { kind: 'PersistentVolumeClaim', version: 'v1', from: inPods('volumes/persistentVolumeClaim/claimName') },
  {
    kind: 'PersistentVolume',
    version: 'v1',
    from: [{ kind: 'PersistentVolumeClaim', path: 'spec/volumeName' }, roles[1]!],
  },
  {
    kind: 'StorageClass',
    group: 'storage.k8s.io',
    from: [
      { kind: 'PersistentVolume', path: 'spec/storageClassName' },
      { kind: 'PersistentVolumeClaim', path: 'spec/storageClassName' },
      { kind: 'StatefulSet', path: 'spec/volumeClaimTemplates/spec/storageClassName' },
    ],
  },
  { kind: 'PriorityClass', group: 'scheduling.k8s.io', from: inPods('priorityClassName') },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: 'admissionregistration.k8s.io',
    from: [
      {
        kind: 'ValidatingAdmissionPolicyBinding',
        group: 'admissionregistration.k8s.io',
        path: 'spec/policyName',
      },
    ],
  },
]

/** Changes every field that refers to a renamed object to its new name. */
export function fixReferences(resources: readonly KustomizeResource[]): void {
  for (const referrer of resources)
    for (const { from, ...named } of references)
      for (const spec of from)
        if (concerns(spec, originalId(referrer)))
          changeField(referrer.object, spec.path, false, (value) =>
            renamed(
              value,
              referrer,
              resources.filter((r) => concerns({ ...named, path: '' }, idOf(r))),
            ),
          )
}

function renamed(
  value: JsonValue | undefined,
  referrer: KustomizeResource,
  candidates: readonly KustomizeResource[],
): JsonValue | undefined {
  if (typeof value === 'string') {
    const found = named(value, undefined, referrer, candidates)
    return found === undefined ? undefined : idOf(found).name
  }
  if (Array.isArray(value)) return value.map((item) => renamed(item, referrer, candidates) ?? item)
  return isObject(value) ? fixedObject(value as JsonObject, referrer, candidates) : undefined
}

/** A reference with name and namespace, as a subject of a role binding. */
function fixedObject(
  value: JsonObject,
  referrer: KustomizeResource,
  candidates: readonly KustomizeResource[],
): JsonObject | undefined {
  const { name, namespace, kind } = value
  if (typeof name !== 'string') return undefined
  if (typeof kind === 'string' && candidates.length > 0 && idOf(candidates[0]!).kind !== kind)
    return undefined
  const found = named(name, typeof namespace === 'string' ? namespace : undefined, referrer, candidates)
  if (found === undefined) return undefined
  const now = idOf(found)
  return { ...value, name: now.name, ...(now.namespace === '' ? {} : { namespace: now.namespace }) }
}

/** The candidate that has, or has had, the name; of several, the one nearest in the tree of kustomizations. */
function named(
  name: string,
  namespace: string | undefined,
  referrer: KustomizeResource,
  candidates: readonly KustomizeResource[],
): KustomizeResource | undefined {
  const fits = candidates.filter((candidate) =>
    idsOf(candidate).some(
      (id) =>
        id.name === name &&
        (namespace === undefined || id.namespace === '' || id.namespace === namespace) &&
        (namespace !== undefined || sharesNamespace(referrer, candidate)),
    ),
  )
  const nearness = (r: KustomizeResource): number =>
    r.layers.filter((l) => referrer.layers.includes(l)).length
  return fits.sort((a, b) => nearness(b) - nearness(a))[0]
}

const sharesNamespace = (a: KustomizeResource, b: KustomizeResource): boolean => {
  const [own, other] = [idOf(a).namespace, idOf(b).namespace]
  return own === '' || other === '' || own === other
}
