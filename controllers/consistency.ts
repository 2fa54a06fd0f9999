// Upstream: pkg/controller/util/consistency

import type { KubeObject } from '../apimachinery/json.ts'
import type { Informer } from '../client/informer.ts'

/** The last writes of a controller, so that it does not act again before its informers have seen them. */
export class ConsistencyStore {
  private readonly written = new Map<string, Map<Informer, number>>()

  /** @param key what was reconciled. @param object as the server answered it */
  wroteAt(key: string, informer: Informer, object: KubeObject): void {
    const revisions = this.written.get(key) ?? new Map<Informer, number>()
    this.written.set(key, revisions)
    const revision = Number(object.metadata.resourceVersion)
    revisions.set(informer, Math.max(revisions.get(informer) ?? 0, revision))
  }

  /** Resolves when the informers have seen all writes that were noted for the key. */
  async ready(key: string): Promise<void> {
    const revisions = [...(this.written.get(key) ?? [])]
    this.written.delete(key)
    await Promise.all(revisions.map(([informer, revision]) => informer.hasSeen(revision)))
  }
}
