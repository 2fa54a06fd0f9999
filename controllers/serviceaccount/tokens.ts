// Upstream: pkg/controller/serviceaccount/tokens_controller.go, pkg/serviceaccount/legacy.go (LegacyClaims)
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { legacyTokenIssuer } from '../../apimachinery/legacy-tokens.ts'
import type { Informer } from '../../client/informer.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { readSigningKey, type SigningKey, signToken } from '../../component-base/signed-token.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from '../controller.ts'
import { ignoringChanges } from '../ignoring-changes.ts'
import {
  accountName,
  accountsOf,
  accountUid,
  annotation,
  isOf,
  isTokenSecret,
  refersTo,
  secretsOf,
} from './token-secrets.ts'

/** Fills Secrets of type kubernetes.io/service-account-token, and deletes them with their ServiceAccount. @param key, rootCA PEM */
export const startServiceAccountTokens = (
  context: ControllerContext,
  key: string,
  rootCA: string,
): Controller => new TokensController(context, readSigningKey(key), rootCA).queue

class TokensController {
  readonly queue: ReconcileQueue
  private readonly context: ControllerContext
  private readonly key: SigningKey
  private readonly rootCA: string
  private readonly accounts: Informer
  private readonly secrets: Informer
  /** Secrets that are gone, by their keys, until their accounts forget them. */
  private readonly gone = new Map<string, KubeObject>()

  constructor(context: ControllerContext, key: SigningKey, rootCA: string) {
    this.context = context
    this.key = key
    this.rootCA = rootCA
    this.queue = new ReconcileQueue(context, 'serviceaccount_tokens_service', (one) => this.sync(one))
    this.accounts = context.informers.on('/api/v1/serviceaccounts', {
      onDelete: (account) => this.addTokensOf(account),
    })
    this.secrets = context.informers.on('/api/v1/secrets', {
      onChange: (secret) => {
        if (isTokenSecret(secret)) this.queue.add(keyOf(secret))
      },
      onDelete: (secret) => {
        if (!isTokenSecret(secret)) return
        this.gone.set(keyOf(secret), secret)
        this.queue.add(keyOf(secret))
      },
    })
  }

  private addTokensOf({ metadata }: KubeObject): void {
    for (const [key, secret] of this.secrets.items)
      if (
        isTokenSecret(secret) &&
        secret.metadata.namespace === metadata.namespace &&
        annotation(secret, accountName) === metadata.name
      )
        this.queue.add(key)
  }

  private async sync(key: string): Promise<void> {
    const secret = this.secrets.items.get(key)
    const gone = this.gone.get(key)
    this.gone.delete(key)
    if (secret !== undefined) return this.syncSecret(secret)
    const account = gone && this.accounts.items.get(accountKey(gone))
    if (gone !== undefined && isOf(account, gone)) await this.forget(account, gone.metadata.name!)
  }

  private async syncSecret(secret: KubeObject): Promise<void> {
    if (annotation(secret, accountName) === '') return
    const account = await this.accountOf(secret)
    if (account === undefined) await this.remove(secret)
    else if (this.lacks(secret)) await this.fill(secret, account)
  }

  private async accountOf(secret: KubeObject): Promise<KubeObject | undefined> {
    const key = accountKey(secret)
    const known = this.accounts.items.get(key)
    if (isOf(known, secret)) return known
    const [namespace, name] = splitKey(key)
    try {
      const live = await this.context.client.get(`${accountsOf(namespace)}/${name}`)
      return isOf(live, secret) ? live : undefined
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  private async remove({ metadata: { namespace, name, uid } }: KubeObject): Promise<void> {
    await ignoringChanges(
      this.context.client.delete(`${secretsOf(namespace!)}/${name}`, { preconditions: { uid } }),
    )
  }

  private lacks(secret: KubeObject): boolean {
    const wanted = this.dataFor(secret, () => 'x')
    return Object.keys(wanted).length > 0
  }

  /** What of its data a secret has not, or has otherwise, in base64. */
  private dataFor(secret: KubeObject, token: () => string): Record<string, string> {
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    const has = (key: string): string =>
      getOwn(secret['data'] as Record<string, string> | undefined, key) ?? ''
    const ca = base64(this.rootCA)
    return {
      ...(ca !== '' && has('ca.crt') !== ca ? { 'ca.crt': ca } : {}),
      ...(has('namespace') === '' ? { namespace: base64(secret.metadata.namespace!) } : {}),
      ...(has('token') === '' ? { token: base64(token()) } : {}),
    }
  }

  private async fill({ metadata }: KubeObject, account: KubeObject): Promise<void> {
    const path = `${secretsOf(metadata.namespace!)}/${metadata.name}`
    const live = await this.context.client.get(path)
    // What has changed meanwhile is told of, and looked at then.
    if (live.metadata.resourceVersion !== metadata.resourceVersion) return
    const added = this.dataFor(live, () => signToken(this.key, claimsOf(account, live)))
    const own = { [accountName]: account.metadata.name!, [accountUid]: account.metadata.uid! }
    const filled = {
      ...live,
      metadata: { ...live.metadata, annotations: { ...live.metadata.annotations, ...own } },
      data: { ...(live['data'] as object | undefined), ...added },
    }
    await ignoringChanges(this.context.client.update(path, filled))
  }

  private async forget({ metadata }: KubeObject, secret: string): Promise<void> {
    const { client } = this.context
    const path = `${accountsOf(metadata.namespace!)}/${metadata.name}`
    const live = await client.get(path).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    if (live === undefined || live.metadata.uid !== metadata.uid || !refersTo(live, secret)) return
    const secrets = (live['secrets'] as { name?: string }[]).filter(({ name }) => name !== secret)
    await client.update(path, { ...live, secrets })
  }
}

const accountKey = (secret: KubeObject): string =>
  `${secret.metadata.namespace}/${annotation(secret, accountName)}`

/** The claims of a legacy token, in the order in which Go writes them. */
const claimsOf = ({ metadata }: KubeObject, secret: KubeObject): Record<string, unknown> => ({
  iss: legacyTokenIssuer,
  'kubernetes.io/serviceaccount/namespace': metadata.namespace,
  'kubernetes.io/serviceaccount/secret.name': secret.metadata.name,
  'kubernetes.io/serviceaccount/service-account.name': metadata.name,
  'kubernetes.io/serviceaccount/service-account.uid': metadata.uid,
  sub: `system:serviceaccount:${metadata.namespace}:${metadata.name}`,
})
