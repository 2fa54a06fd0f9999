// Secrets that hold bootstrap tokens. Upstream: cluster-bootstrap/util/secrets/secrets.go, pkg/controller/bootstrap/util.go
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'

/** Where bootstrap tokens are. */
export const tokenNamespace = 'kube-system'

/** Whether a Secret is a bootstrap token, in the namespace where they count. */
export const isBootstrapToken = (secret: KubeObject): boolean =>
  secret['type'] === 'bootstrap.kubernetes.io/token' && secret.metadata.namespace === tokenNamespace

const textOf = (secret: KubeObject, key: string): string =>
  Buffer.from(getOwn(secret['data'] as Record<string, string> | undefined, key) ?? '', 'base64').toString()

/** Milliseconds until a token ends, 0 where it has or nobody can read when; undefined: it does not end. */
export function timeLeft(secret: KubeObject, now: number): number | undefined {
  const expiration = textOf(secret, 'expiration')
  if (expiration === '') return undefined
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(expiration)
  const ends = isTime ? Date.parse(expiration) : Number.NaN
  return Number.isNaN(ends) ? 0 : Math.max(0, ends - now)
}

/** The token's id and secret, where it may sign; undefined where it may not. */
export function signingToken(secret: KubeObject, now: number): { id: string; key: string } | undefined {
  const id = textOf(secret, 'token-id')
  const key = textOf(secret, 'token-secret')
  const isNamed = /^bootstrap-token-([a-z0-9]{6})$/.exec(secret.metadata.name ?? '')?.[1] === id
  const signs = textOf(secret, 'usage-bootstrap-signing') === 'true'
  return isNamed && key !== '' && signs && timeLeft(secret, now) !== 0 ? { id, key } : undefined
}
