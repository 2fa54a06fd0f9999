// Secrets that hold bootstrap tokens. Upstream: cluster-bootstrap/util/secrets/secrets.go
import { getOwn, type KubeObject } from './json.ts'
import { parseGoTime, rfc3339 } from './scheme/go-time.ts'

/** The type of a Secret that holds a bootstrap token. */
export const bootstrapTokenType = 'bootstrap.kubernetes.io/token'

/** The namespace where bootstrap tokens count. */
export const bootstrapNamespace = 'kube-system'

/** A text of the Secret's data, decoded; empty where the Secret does not have the key. */
export const bootstrapText = (secret: KubeObject, key: string): string =>
  Buffer.from(getOwn(secret['data'] as Record<string, string> | undefined, key) ?? '', 'base64').toString()

/** Milliseconds until the token ends, 0 where it has or nobody can read when; undefined: it does not end. */
export function bootstrapTimeLeft(secret: KubeObject, now: number): number | undefined {
  const expiration = bootstrapText(secret, 'expiration')
  if (expiration === '') return undefined
  try {
    const { ms, micros } = parseGoTime(expiration, rfc3339)
    return Math.max(0, ms + micros / 1000 - now)
  } catch {
    return 0
  }
}
