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

/** The endpoint and container of a path; undefined for other paths. @param path unescaped, as access to it is decided */
export function containerPath(path: string): ContainerPath | undefined {
  const [, endpoint = '', ...rest] = withoutSlash(path).split('/')
  const names = endpoint === 'portForward' ? 2 : 3
  if (!['exec', 'attach', 'portForward', 'run', 'containerLogs'].includes(endpoint)) return undefined
  const withUID = rest.length === names + 1 && endpoint !== 'containerLogs'
  if ((rest.length !== names && !withUID) || rest.includes('')) return undefined
  const [namespace, pod] = rest as [string, string]
  const container = names === 2 ? '' : rest.at(-1)!
  return { endpoint, namespace, pod, uid: withUID ? rest[2]! : '', container }
}

/** go-restful does not see a slash at the end. Upstream: go-restful (tokenizePath) */
const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)
