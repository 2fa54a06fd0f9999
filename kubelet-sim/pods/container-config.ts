// What a kubelet finds wrong with a container before it asks the runtime for it.
// Upstream: pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables, makeMounts), pkg/kubelet/kuberuntime/security_context_others.go
import type { ConfigMap, Secret } from '../../api/core-v1.ts'
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import { expanded } from '../../containers/environment.ts'
import { userOf } from '../../containers/images/images.ts'
import { containerEnvironment } from './container-environment.ts'
import { type Container, type Pod, podText } from './pod.ts'

/** Why the kubelet cannot make the configuration of a container, in its words; undefined: it can. */
export async function configError(
  client: RestClient,
  pod: Pod,
  container: Container,
): Promise<string | undefined> {
  const data = new References(client, pod.metadata.namespace!)
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    const wrong =
      (configMapRef && (await data.missing('configmap', configMapRef.name, configMapRef.optional))) ??
      (secretRef && (await data.missing('secret', secretRef.name, secretRef.optional)))
    if (wrong !== undefined) return wrong
  }
  for (const { valueFrom } of container.env ?? []) {
    const { configMapKeyRef: map, secretKeyRef: secret } = valueFrom ?? {}
    const wrong =
      (map && (await data.missing('configmap', map.name, map.optional, map.key))) ??
      (secret && (await data.missing('secret', secret.name, secret.optional, secret.key)))
    if (wrong !== undefined) return wrong
  }
  return mountError(pod, container) ?? rootError(pod, container)
}

type Kind = 'configmap' | 'secret'

/** ConfigMaps and Secrets that a container's environment is made of. */
class References {
  private readonly client: RestClient
  private readonly namespace: string

  constructor(client: RestClient, namespace: string) {
    this.client = client
    this.namespace = namespace
  }

  async missing(
    kind: Kind,
    name = '',
    optional: boolean | undefined,
    key?: string,
  ): Promise<string | undefined> {
    if (optional === true) return undefined
    try {
      const object = await this.client.get<ConfigMap & Secret>(
        `/api/v1/namespaces/${this.namespace}/${kind}s/${encodeURIComponent(name)}`,
      )
      if (key === undefined || Object.hasOwn(object.data ?? {}, key)) return undefined
      const named = kind === 'secret' ? 'Secret' : 'ConfigMap'
      return `couldn't find key ${key} in ${named} ${this.namespace}/${name}`
    } catch (error) {
      // A server that does not answer is no reason: the kubelet knows objects by its watches.
      return isNotFound(error) ? `${kind} ${JSON.stringify(name)} not found` : undefined
    }
  }
}

function mountError(pod: Pod, container: Container): string | undefined {
  for (const { subPath = '', subPathExpr } of container.volumeMounts ?? []) {
    const env = subPathExpr === undefined ? {} : containerEnvironment(container, pod)
    if (env === undefined) continue
    const path = subPathExpr === undefined ? subPath : expanded(subPathExpr, env)
    const unset = [...(subPathExpr ?? '').matchAll(/\$\$|\$\(([^)]*)\)/g)].flatMap(([, name]) =>
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
  const where = `(pod: ${JSON.stringify(podText(pod))}, container: ${name})`
  if (user === 0) return `container's runAsUser breaks non-root policy ${where}`
  return user === undefined && userOf(image) === 0
    ? `container has runAsNonRoot and image will run as root ${where}`
    : undefined
}
