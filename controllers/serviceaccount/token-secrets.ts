// What a Secret of type kubernetes.io/service-account-token says. Upstream: pkg/serviceaccount/legacy.go, api/core/v1
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'

/** The collections of Secrets and ServiceAccounts in a namespace. */
export const secretsOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`
/** The collection of ServiceAccounts in a namespace. */
export const accountsOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/serviceaccounts`

/** The annotation that names a token's ServiceAccount. */
export const accountName = 'kubernetes.io/service-account.name'
/** The annotation with the uid of a token's ServiceAccount. */
export const accountUid = 'kubernetes.io/service-account.uid'

/** Whether a Secret holds, or is to hold, the token of a ServiceAccount. */
export const isTokenSecret = (secret: KubeObject): boolean =>
  secret['type'] === 'kubernetes.io/service-account-token'

/** The value of an annotation; empty where there is none. */
export const annotation = ({ metadata }: KubeObject, key: string): string =>
  getOwn(metadata.annotations, key) ?? ''

/** Whether a ServiceAccount lists a Secret among its own. */
export const refersTo = (account: KubeObject, secret: string): boolean =>
  ((account['secrets'] ?? []) as { name?: string }[]).some(({ name }) => name === secret)

/** Whether an account is the one that a Secret names; without a uid any of the name is. */
export function isOf(account: KubeObject | undefined, secret: KubeObject): account is KubeObject {
  const uid = annotation(secret, accountUid)
  return account !== undefined && (uid === '' || uid === account.metadata.uid)
}
