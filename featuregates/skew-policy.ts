// Which releases of node components a kube-apiserver supports.
// Source: the version skew policy, and KEP-4330's form of it in emulation and min compatibility versions.

/** The minor releases of a cluster's components, as numbers: 36 for 1.36. */
export interface SkewVersions {
  apiserver: number
  /** `--emulated-version`; default: the apiserver's own. */
  emulated?: number | undefined
  /** `--min-compatibility-version`; default: one below the emulated one, but not below the binary's minus 3. */
  minCompatibility?: number | undefined
  kubelet?: number | undefined
  kubeProxy?: number | undefined
}

/** The number of minor releases that the servers of one cluster may be apart. */
const serverRange = 1
/** The number of minor versions below its binary version that a component can emulate. */
const emulationRange = 3
/** The number of minor versions that node components may be older than the min compatibility version. */
const nodeRange = 2
/** kube-proxy and the kubelet of its node, in either direction. */
const proxyToKubelet = 3

/** The oldest and the newest minor release that node components may have. */
export function nodeSkewRange(versions: SkewVersions): { oldest: number; newest: number } {
  const emulated = versions.emulated ?? versions.apiserver
  const minCompatibility =
    versions.minCompatibility ?? Math.max(emulated - 1, versions.apiserver - emulationRange)
  return { oldest: minCompatibility - nodeRange, newest: emulated }
}

/** Why the policy does not support these servers in one cluster; undefined where it does. @param minors as 36 for 1.36 */
export function serverSkewProblem(minors: readonly number[]): string | undefined {
  const [oldest, newest] = [Math.min(...minors), Math.max(...minors)]
  if (newest - oldest <= serverRange) return undefined
  return `kube-apiserver 1.${oldest} and 1.${newest} are more than ${serverRange} minor apart`
}

/** Why the policy does not support these node components, a sentence each; empty where it does. */
export function skewProblems(versions: SkewVersions): string[] {
  const { oldest, newest } = nodeSkewRange(versions)
  const problems: string[] = []
  for (const [name, minor] of [
    ['kubelet', versions.kubelet],
    ['kube-proxy', versions.kubeProxy],
  ] as const) {
    if (minor === undefined) continue
    if (minor > newest) problems.push(`${name} 1.${minor} is newer than 1.${newest}`)
    if (minor < oldest) problems.push(`${name} 1.${minor} is older than 1.${oldest}`)
  }
  const { kubelet, kubeProxy } = versions
  if (kubelet !== undefined && kubeProxy !== undefined && Math.abs(kubelet - kubeProxy) > proxyToKubelet)
    problems.push(`kube-proxy 1.${kubeProxy} is more than ${proxyToKubelet} minors from kubelet 1.${kubelet}`)
  return problems
}
