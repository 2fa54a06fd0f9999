// Upstream: pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go
import type { PodSpec } from '../../api/core-v1.ts'
import { getOwn, type KubeObject } from '../../apimachinery/json.ts'
import { invalidSinceLabel, lastUsedLabel, tokenTrackingMap } from '../../apimachinery/legacy-tokens.ts'
import type { Informer } from '../../client/informer.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { ignoringChanges } from '../ignoring-changes.ts'
import { startPeriodically } from '../periodic.ts'
import { accountName, annotation, isOf, isTokenSecret, refersTo, secretsOf } from './token-secrets.ts'

const day = 24 * 3_600_000
const trackingMap = `/api/v1/namespaces/kube-system/configmaps/${tokenTrackingMap}`

const dateOf = (ms: number): string => toTime(ms).slice(0, 10)
const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Marks generated tokens that nobody has used for so long as invalid, and deletes them when they were invalid for as long. */
export function startLegacyTokenCleaner(context: ControllerContext, unusedMs: number): Controller {
  const cleaner = new LegacyTokenCleaner(context, unusedMs)
  return startPeriodically(context, 'legacy-service-account-token-cleaner', day, () => cleaner.clean())
}

class LegacyTokenCleaner {
  private readonly context: ControllerContext
  private readonly unusedMs: number
  private readonly accounts: Informer
  private readonly secrets: Informer
  private readonly pods: Informer

  constructor(context: ControllerContext, unusedMs: number) {
    this.context = context
    this.unusedMs = unusedMs
    this.accounts = context.informers.on('/api/v1/serviceaccounts')
    this.secrets = context.informers.on('/api/v1/secrets')
    this.pods = context.informers.on('/api/v1/pods')
  }

  async clean(): Promise<void> {
    const now = this.context.clock.now()
    const since = await this.trackedSince()
    if (since === undefined || now < since + day + this.unusedMs) return
    for (const secret of this.secrets.items.values())
      if (this.isUnused(secret, now - this.unusedMs)) await this.retire(secret, now)
  }

  /** Milliseconds since the epoch; undefined where nobody has said. */
  private async trackedSince(): Promise<number | undefined> {
    try {
      const map = await this.context.client.get(trackingMap)
      const since = getOwn(map['data'] as Record<string, string> | undefined, 'since')
      return isDate(since) ? Date.parse(since) : undefined
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** Whether a secret holds a generated token that was not used since then. */
  private isUnused(secret: KubeObject, then: number): boolean {
    const { metadata } = secret
    if (!isTokenSecret(secret) || metadata.deletionTimestamp !== undefined) return false
    if (Date.parse(metadata.creationTimestamp!) >= then) return false
    const used = getOwn(metadata.labels, lastUsedLabel)
    if (used !== undefined && (!isDate(used) || used >= dateOf(then))) return false
    const account = this.accounts.items.get(`${metadata.namespace}/${annotation(secret, accountName)}`)
    return isOf(account, secret) && refersTo(account, metadata.name!) && !this.isMounted(metadata)
  }

  private isMounted({ namespace, name }: KubeObject['metadata']): boolean {
    return [...this.pods.items.values()].some(
      (pod) => pod.metadata.namespace === namespace && secretNames(pod['spec'] as PodSpec).includes(name!),
    )
  }

  private async retire({ metadata }: KubeObject, now: number): Promise<void> {
    const { client } = this.context
    const { namespace, name, uid, resourceVersion } = metadata
    const path = `${secretsOf(namespace!)}/${name}`
    const since = getOwn(metadata.labels, invalidSinceLabel)
    const marks = controllersDialect(this.context.minor).marksLegacyTokens
    if (marks && !isDate(since)) {
      const labels = { [invalidSinceLabel]: dateOf(now) }
      await client.patch(path, { metadata: { uid, labels } }, 'application/merge-patch+json')
    } else if (!marks || since! < dateOf(now - this.unusedMs))
      await ignoringChanges(client.delete(path, { preconditions: { resourceVersion } }))
  }
}

/** The Secrets that a pod names: to pull images, in its environment, in its volumes. Upstream: VisitPodSecretNames (pkg/api/v1/pod) */
export function secretNames(spec: PodSpec): string[] {
  const containers = [
    ...(spec.initContainers ?? []),
    ...(spec.containers ?? []),
    ...(spec.ephemeralContainers ?? []),
  ]
  return [
    ...(spec.imagePullSecrets ?? []).map(({ name }) => name),
    ...containers.flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.map(({ secretRef }) => secretRef?.name),
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ]),
    ...(spec.volumes ?? []).flatMap((volume) => [
      volume.azureFile?.secretName,
      volume.cephfs?.secretRef?.name,
      volume.cinder?.secretRef?.name,
      volume.flexVolume?.secretRef?.name,
      volume.rbd?.secretRef?.name,
      volume.secret?.secretName,
      volume.scaleIO?.secretRef?.name,
      volume.iscsi?.secretRef?.name,
      volume.storageos?.secretRef?.name,
      volume.csi?.nodePublishSecretRef?.name,
      ...(volume.projected?.sources ?? []).map(({ secret }) => secret?.name),
    ]),
  ].filter((name): name is string => name !== undefined && name !== '')
}
