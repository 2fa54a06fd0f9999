// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/{user,serviceaccount}

/** The authenticated user of a request. */
export interface UserInfo {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The group that may do everything. */
export const mastersGroup = 'system:masters'
/** The group of all authenticated users. */
export const authenticatedGroup = 'system:authenticated'
/** The group of anonymous requests. */
export const unauthenticatedGroup = 'system:unauthenticated'
/** The group of kubelets. */
export const nodesGroup = 'system:nodes'
/** The user of requests without credentials. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: [unauthenticatedGroup] }

/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`
/** The groups of a service account beside system:authenticated. */
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
/** Whether a text is a DNS-1123 subdomain of up to 253 characters. */
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
