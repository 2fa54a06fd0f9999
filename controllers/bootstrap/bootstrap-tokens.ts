// Upstream: pkg/controller/bootstrap/util.go
import {
  bootstrapNamespace,
  bootstrapText,
  bootstrapTimeLeft,
  bootstrapTokenType,
} from '../../apimachinery/bootstrap-secret.ts'
import type { KubeObject } from '../../apimachinery/json.ts'

/** Whether a Secret is a bootstrap token, in the namespace where they count. */
export const isBootstrapToken = (secret: KubeObject): boolean =>
  secret['type'] === bootstrapTokenType && secret.metadata.namespace === bootstrapNamespace

/** The token's id and secret, where it may sign; undefined where it may not. */
export function signingToken(secret: KubeObject, now: number): { id: string; key: string } | undefined {
  const id = bootstrapText(secret, 'token-id')
  const key = bootstrapText(secret, 'token-secret')
  const isNamed = /^bootstrap-token-([a-z0-9]{6})$/.exec(secret.metadata.name ?? '')?.[1] === id
  const signs = bootstrapText(secret, 'usage-bootstrap-signing') === 'true'
  return isNamed && key !== '' && signs && bootstrapTimeLeft(secret, now) !== 0 ? { id, key } : undefined
}
