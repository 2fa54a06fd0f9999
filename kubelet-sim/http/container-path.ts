// Upstream: pkg/kubelet/server/server.go (InstallAuthRequiredHandlers)

/** A path of the container endpoints, read. */
export interface ContainerPath {
  readonly endpoint: string
  readonly namespace: string
  readonly pod: string
  readonly uid: string
  /** Empty for a port-forward. */
  readonly container: string
}

/** Undefined for a path of something else. @param path without query, still escaped */
export function containerPath(path: string): ContainerPath | undefined {
  const [, endpoint = '', ...rest] = path.split('/').map(unescaped)
  const names = endpoint === 'portForward' ? 2 : 3
  if (!['exec', 'attach', 'portForward', 'run', 'containerLogs'].includes(endpoint)) return undefined
  const withUID = rest.length === names + 1 && endpoint !== 'containerLogs'
  if ((rest.length !== names && !withUID) || rest.includes('')) return undefined
  const [namespace, pod] = rest as [string, string]
  const container = names === 2 ? '' : rest.at(-1)!
  return { endpoint, namespace, pod, uid: withUID ? rest[2]! : '', container }
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
