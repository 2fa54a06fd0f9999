// Upstream: plugin/pkg/auth/authenticator/token/bootstrap/bootstrap.go, k8s.io/cluster-bootstrap/{token/api,util/tokens}
import { timingSafeEqual } from 'node:crypto'
import {
  bootstrapNamespace,
  bootstrapText,
  bootstrapTimeLeft,
  bootstrapTokenType,
} from '../../../apimachinery/bootstrap-secret.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'
import type { ObjectReader } from './legacy-tokens.ts'

const form = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
const groupForm = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/
const everyonesGroup = 'system:bootstrappers'

/** Authenticates tokens as `abcdef.0123456789abcdef` by their secrets in kube-system. */
export class BootstrapTokens implements TokenAuthenticator {
  private readonly read: ObjectReader
  private readonly clock: Clock

  constructor(read: ObjectReader, clock: Clock) {
    this.read = read
    this.clock = clock
  }

  /** @note What is wrong with a secret is told to nobody. */
  async authenticateToken(token: string): Promise<TokenAnswer> {
    const [, id, secret] = form.exec(token) ?? []
    if (id === undefined || secret === undefined) return undefined
    const found = await this.read('secrets', bootstrapNamespace, `bootstrap-token-${id}`)
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return undefined
    if (found['type'] !== bootstrapTokenType) return undefined
    const data = (key: string): string => bootstrapText(found, key)
    const holds =
      isSame(data('token-secret'), secret) &&
      data('token-id') === id &&
      bootstrapTimeLeft(found, this.clock.now()) !== 0 &&
      data('usage-bootstrap-authentication') === 'true'
    const groups = holds ? groupsOf(data('auth-extra-groups')) : undefined
    return groups === undefined ? undefined : { user: { name: `system:bootstrap:${id}`, groups } }
  }
}

const isSame = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The groups of a token, sorted; undefined where a group of `extra` is not allowed. */
function groupsOf(extra: string): string[] | undefined {
  const more = extra === '' ? [] : extra.split(',')
  if (!more.every((group) => groupForm.test(group))) return undefined
  return [...new Set([everyonesGroup, ...more])].sort()
}
