// Upstream: staging/src/k8s.io/apiserver/pkg/admission/configuration/{mutating,validating}_webhook_manager.go
import type { MutatingWebhook } from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'

/** A webhook of a configuration; of a validating one no field of mutations is set. */
export type WebhookSpec = MutatingWebhook

/** A webhook with its place among all. */
export interface Hook {
  /** Tells webhooks of one name apart. */
  readonly uid: string
  readonly configuration: string
  readonly name: string
  readonly spec: WebhookSpec
}

/** The webhooks of one kind of configurations. They are read when they are first asked for, and followed from then on. */
export class HookSource {
  private readonly store: ResourceStore | undefined
  private readonly manifests: ManifestHooks | undefined
  private readonly configurations = new Map<string, readonly Hook[]>()
  private ordered: readonly Hook[] | undefined
  private opening: Promise<void> | undefined
  private open = false

  /** @param resource `mutatingwebhookconfigurations`; where a server does not serve it there are none */
  constructor({ registry }: GenericAPIServer, resource: string, manifests?: ManifestFolder) {
    this.store = registry.store('admissionregistration.k8s.io', resource)
    this.manifests = manifests && new ManifestHooks(manifests)
  }

  /** Whether it is known that there are none. */
  get isEmpty(): boolean {
    if (this.fixed.length > 0) return false
    return this.store === undefined || (this.open && this.configurations.size === 0)
  }

  /** Those of files, which are asked about admission configuration as well. */
  get fixed(): readonly Hook[] {
    return this.manifests?.hooks ?? []
  }

  /** Those of files, then those of the API, by the names of their configurations, those of one in its order. */
  async hooks(): Promise<readonly Hook[]> {
    const stored = this.store === undefined ? [] : await this.stored()
    return this.fixed.length === 0 ? stored : [...this.fixed, ...stored]
  }

  private async stored(): Promise<readonly Hook[]> {
    if (!this.open) await this.start()
    this.ordered ??= [...this.configurations.entries()]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .flatMap(([, hooks]) => hooks)
    return this.ordered
  }

  private start(): Promise<void> {
    this.opening ??= this.follow().catch((error: unknown) => {
      this.lose()
      throw error
    })
    return this.opening
  }

  private async follow(): Promise<void> {
    const store = this.store!
    const { storage } = store.parts.server
    const prefix = store.prefixOf('')
    const { records, revision } = await storage.list(prefix)
    this.configurations.clear()
    for (const record of records) this.put(store.stored(record).object)
    this.ordered = undefined
    this.open = true
    storage.watch(
      prefix,
      revision,
      ({ type, record }) => {
        // What cannot be read changes nothing of what is known.
        const view = type === 'put' ? store.readable(record) : undefined
        if (type === 'delete') this.configurations.delete(record.key.slice(prefix.length))
        else if (view !== undefined) this.put(view.object)
        this.ordered = undefined
      },
      () => this.lose(),
    )
  }

  private lose(): void {
    this.open = false
    this.opening = undefined
  }

  private put(object: KubeObject): void {
    const configuration = object.metadata.name ?? ''
    const hooks = hooksOf(object, configuration)
    if (hooks.length === 0) this.configurations.delete(configuration)
    else this.configurations.set(configuration, hooks)
  }
}

/** The webhooks of files. */
class ManifestHooks {
  private readonly folder: ManifestFolder
  private of: readonly KubeObject[] | undefined
  private known: readonly Hook[] = []

  constructor(folder: ManifestFolder) {
    this.folder = folder
  }

  get hooks(): readonly Hook[] {
    const { objects } = this.folder
    if (this.of === objects) return this.known
    this.known = objects.flatMap((object) => hooksOf(object, `manifest/${object.metadata.name}`))
    this.of = objects
    return this.known
  }
}

/** @param prefix of their uids */
function hooksOf(object: KubeObject, prefix: string): Hook[] {
  const configuration = object.metadata.name ?? ''
  const webhooks = (object['webhooks'] ?? []) as readonly WebhookSpec[]
  const seen = new Map<string, number>()
  return webhooks.map((spec) => {
    const name = spec.name ?? ''
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return { uid: `${prefix}/${name}/${count}`, configuration, name, spec }
  })
}
