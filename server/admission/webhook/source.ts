// Upstream: staging/src/k8s.io/apiserver/pkg/admission/configuration/{mutating,validating}_webhook_manager.go
import type { MutatingWebhook } from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { Followed } from '../followed.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'

/** A webhook of a configuration; of a validating one no field of mutations is set. */
export type WebhookSpec = MutatingWebhook

/** A webhook of a webhook configuration, with an id of its own. */
export interface Hook {
  /** An id that tells apart webhooks that have one name. */
  readonly uid: string
  readonly configuration: string
  readonly name: string
  readonly spec: WebhookSpec
}

/** The webhooks of one kind of configurations. They are read when they are first asked for, and followed from then on. */
export class HookSource {
  private readonly followed: Followed<readonly Hook[]> | undefined
  private readonly manifests: ManifestHooks | undefined
  private ordered: readonly Hook[] | undefined

  /** @param resource `mutatingwebhookconfigurations`; where a server does not serve it there are none */
  constructor({ registry }: GenericAPIServer, resource: string, manifests?: ManifestFolder) {
    const store = registry.store('admissionregistration.k8s.io', resource)
    this.followed =
      store &&
      new Followed(store, configuredIn, () => {
        this.ordered = undefined
      })
    this.manifests = manifests && new ManifestHooks(manifests)
  }

  /** Whether it is certain that there are no webhook configurations. */
  get isEmpty(): boolean {
    if (this.fixed.length > 0) return false
    return this.followed === undefined || (this.followed.isOpen && this.followed.all.size === 0)
  }

  /** The webhooks in manifest files, which are called for admission configuration as well. */
  get fixed(): readonly Hook[] {
    return this.manifests?.hooks ?? []
  }

  /** The webhooks in manifest files, then those of the API, by configuration name; those of one configuration in its order. */
  async hooks(): Promise<readonly Hook[]> {
    const stored = this.followed === undefined ? [] : await this.stored(this.followed)
    return this.fixed.length === 0 ? stored : [...this.fixed, ...stored]
  }

  private async stored(followed: Followed<readonly Hook[]>): Promise<readonly Hook[]> {
    await followed.open()
    this.ordered ??= [...followed.all.entries()]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .flatMap(([, hooks]) => hooks)
    return this.ordered
  }
}

/** The webhooks of an object of the API; undefined where it has none. */
function configuredIn(object: KubeObject): readonly Hook[] | undefined {
  const hooks = hooksOf(object, object.metadata.name ?? '')
  return hooks.length === 0 ? undefined : hooks
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
