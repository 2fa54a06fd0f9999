// Upstream: pkg/controller/resourcequota/resource_quota_monitor.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { type ServedGroup, servedResources, versionPath } from '../../client/discovery.ts'
import { Informer } from '../../client/informer.ts'
import { isNotFound } from '../../client/rest-client.ts'
import type { ControllerContext } from '../controller.ts'

/** Informers of the resources that quotas count, each started when a quota first counts the resource. */
export class CountedInformers {
  private readonly context: ControllerContext
  private readonly onDelete: (object: KubeObject) => void
  private readonly byResource = new Map<string, Promise<Informer | undefined>>()

  constructor(context: ControllerContext, onDelete: (object: KubeObject) => void) {
    this.context = context
    this.onDelete = onDelete
  }

  /** All objects of a resource; undefined where the server has none of that name. */
  async of(group: string, resource: string): Promise<Informer | undefined> {
    const key = `${group}/${resource}`
    const found = this.byResource.get(key) ?? this.begin(group, resource)
    this.byResource.set(key, found)
    const informer = await found.catch(() => undefined)
    // What is not served may come with the next release: it is asked for again.
    if (informer === undefined) this.byResource.delete(key)
    await informer?.hasSynced()
    return informer
  }

  async stop(): Promise<void> {
    const all = await Promise.allSettled(this.byResource.values())
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value?.stop() : undefined)))
  }

  private async begin(group: string, resource: string): Promise<Informer | undefined> {
    const { client, clock } = this.context
    const base = await this.base(group)
    if (base === undefined) return undefined
    const resources = await servedResources(client, base)
    if (!resources.some(({ name, namespaced }) => name === resource && namespaced)) return undefined
    const handlers = { onDelete: this.onDelete }
    return new Informer({ client, clock, path: `${base}/${resource}`, handlers }).start()
  }

  /** The path of a group's preferred version; undefined where the group is not served. */
  private async base(group: string): Promise<string | undefined> {
    if (group === '') return '/api/v1'
    try {
      const { preferredVersion } = await this.context.client.get<ServedGroup>(`/apis/${group}`)
      return versionPath(preferredVersion.groupVersion)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }
}
