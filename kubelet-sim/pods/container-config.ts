// What a kubelet finds wrong with a container before it asks the runtime for it.
// Upstream: pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables, makeMounts), pkg/kubelet/kuberuntime/security_context_others.go
import { goQuote } from '../../component-base/go/quote.ts'
import type { EnvObjectKind, EnvObjects } from '../../containers/env-objects.ts'
import { expanded, expansionsIn } from '../../containers/environment.ts'
import { userOf } from '../../containers/images/images.ts'
import { containerEnvironment } from './container-environment.ts'
import { type Container, type Pod, podText } from './pod.ts'

/** Why the kubelet cannot make the configuration of a container, in its words; undefined: it can. @param objects of the pod's namespace */
export async function configError(
  objects: EnvObjects,
  pod: Pod,
  container: Container,
): Promise<string | undefined> {
  for (const reference of referencesOf(container)) {
    const wrong = await missing(objects, pod, reference)
    if (wrong !== undefined) return wrong
  }
  return mountError(pod, container) ?? rootError(pod, container)
}

/** What a container's environment is made of. Without a key: all of the object. */
interface Reference {
  kind: EnvObjectKind
  name?: string
  key?: string
  optional?: boolean
}

const referencesOf = ({ envFrom = [], env = [] }: Container): Reference[] => [
  ...envFrom.flatMap(({ configMapRef, secretRef }) => sources(configMapRef, secretRef)),
  ...env.flatMap(({ valueFrom = {} }) => sources(valueFrom.configMapKeyRef, valueFrom.secretKeyRef)),
]

type Named = Omit<Reference, 'kind'>

const sources = (map: Named | undefined, secret: Named | undefined): Reference[] => [
  ...(map === undefined ? [] : [{ ...map, kind: 'configmap' as const }]),
  ...(secret === undefined ? [] : [{ ...secret, kind: 'secret' as const }]),
]

async function missing(
  objects: EnvObjects,
  { metadata }: Pod,
  { kind, name = '', key, optional }: Reference,
): Promise<string | undefined> {
  const found = await objects.texts(kind, name)
  // A server that does not answer is no reason: the kubelet knows objects by its watches.
  if (optional === true || found === 'unknown') return undefined
  if (found === 'absent') return `${kind} ${goQuote(name)} not found`
  if (key === undefined || Object.hasOwn(found, key)) return undefined
  const named = kind === 'secret' ? 'Secret' : 'ConfigMap'
  return `couldn't find key ${key} in ${named} ${metadata.namespace}/${name}`
}

function mountError(pod: Pod, container: Container): string | undefined {
  for (const { subPath = '', subPathExpr } of container.volumeMounts ?? []) {
    const env = subPathExpr === undefined ? {} : containerEnvironment(container, pod)
    if (env === undefined) continue
    const path = subPathExpr === undefined ? subPath : expanded(subPathExpr, env)
    const unset = expansionsIn(subPathExpr ?? '').flatMap(({ name }) =>
      name === undefined || (env[name] ?? '') !== '' ? [] : [name],
    )
    if (unset.length > 0) return `missing value for ${[...new Set(unset)].sort().join(', ')}`
    if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`
    if (path.split('/').includes('..'))
      return `unable to provision SubPath \`${path}\`: must not contain '..'`
  }
  return undefined
}

function rootError(pod: Pod, container: Container): string | undefined {
  const { securityContext = {}, name, image } = container
  const ofPod = pod.spec.securityContext ?? {}
  if ((securityContext.runAsNonRoot ?? ofPod.runAsNonRoot) !== true) return undefined
  const user = securityContext.runAsUser ?? ofPod.runAsUser
  const where = `(pod: ${goQuote(podText(pod))}, container: ${name})`
  if (user === 0) return `container's runAsUser breaks non-root policy ${where}`
  return user === undefined && userOf(image) === 0
    ? `container has runAsNonRoot and image will run as root ${where}`
    : undefined
}
