// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/{user,serviceaccount}

/** Who a request is from. */
export interface UserInfo {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export const mastersGroup = 'system:masters'
export const authenticatedGroup = 'system:authenticated'
export const unauthenticatedGroup = 'system:unauthenticated'
export const nodesGroup = 'system:nodes'
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: [unauthenticatedGroup] }

export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
export const isDNSSubdomain = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text)

/** Namespace and name of `system:serviceaccount:NAMESPACE:NAME`. */
export function splitServiceAccountUser(username: string): { namespace: string; name: string } | undefined {
  if (!username.startsWith('system:serviceaccount:')) return undefined
  const [namespace, name, more] = username.slice('system:serviceaccount:'.length).split(':')
  if (namespace === undefined || name === undefined || more !== undefined) return undefined
  return dnsLabel.test(namespace) && isDNSSubdomain(name) ? { namespace, name } : undefined
}

/** The node of `system:node:NAME`. */
export function nodeOfUser(username: string): string | undefined {
  const name = username.startsWith('system:node:') ? username.slice('system:node:'.length) : ''
  return isDNSSubdomain(name) ? name : undefined
}
