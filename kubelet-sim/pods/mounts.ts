// Upstream: pkg/kubelet/volumemanager, pkg/volume/{configmap,secret}, pkg/util/goroutinemap/exponentialbackoff
// Deviates: only volumes of ConfigMaps and Secrets are looked for; every other volume mounts at once.
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import type { Pod, Volume } from './pod.ts'

/** A volume of a pod that cannot be mounted yet; containers wait for it. */
export interface MissingVolume {
  volume: string
  /** The kubelet's text on why the volume cannot be mounted. */
  reason: string
}

const firstRetryMs = 500
const longestRetryMs = 122_000

/** Milliseconds until a mount that failed `times` times is tried again. */
export const mountRetryMs = (times: number): number =>
  Math.min(firstRetryMs * 2 ** Math.max(0, times - 1), longestRetryMs)

/** Volumes of a pod whose ConfigMap or Secret the server does not have, though the pod cannot do without it. */
export async function missingVolumes(client: RestClient, { metadata, spec }: Pod): Promise<MissingVolume[]> {
  const { namespace } = metadata
  const missing: MissingVolume[] = []
  for (const volume of spec.volumes ?? []) {
    const source = sourceOf(volume)
    if (source === undefined) continue
    const path = `/api/v1/namespaces/${namespace}/${source.kind}s/${encodeURIComponent(source.name)}`
    if (await isMissing(client, path))
      missing.push({ volume: volume.name, reason: `${source.kind} "${source.name}" not found` })
  }
  return missing
}

function sourceOf({ configMap, secret }: Volume): { kind: 'configmap' | 'secret'; name: string } | undefined {
  if (configMap?.name !== undefined && configMap.optional !== true)
    return { kind: 'configmap', name: configMap.name }
  return secret?.secretName !== undefined && secret.optional !== true
    ? { kind: 'secret', name: secret.secretName }
    : undefined
}

/** A server that does not answer is asked again with the pod's next start. */
async function isMissing(client: RestClient, path: string): Promise<boolean> {
  try {
    await client.get(path)
    return false
  } catch (error) {
    return isNotFound(error)
  }
}
