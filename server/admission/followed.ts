import type { KubeObject } from '../../apimachinery/json.ts'
import type { ResourceStore } from '../registry/generic/store.ts'

/**
 * What admission takes from the objects of one cluster-scoped resource, by their names: read once, then followed by a watch.
 * An object that cannot be read changes nothing of what is known.
 *
 * Upstream: the informers of staging/src/k8s.io/apiserver/pkg/admission
 */
export class Followed<T> {
  /** The values by object name; empty until {@link Followed.open} has ended. */
  readonly all = new Map<string, T>()
  private opening: Promise<void> | undefined
  private following = false
  private readonly store: ResourceStore
  private readonly read: (object: KubeObject) => T | undefined
  private readonly changed: () => void

  /**
   * @param read what is taken from an object; undefined where there is nothing in it
   * @param changed told when all was read, and after each event
   */
  constructor(store: ResourceStore, read: (object: KubeObject) => T | undefined, changed: () => void) {
    this.store = store
    this.read = read
    this.changed = changed
  }

  /** Whether `all` is what the server has; false before {@link Followed.open}, and where the watch has ended since. */
  get isOpen(): boolean {
    return this.following
  }

  /** Reads all and follows it from there, where nothing does so yet. Rejects with what the storage throws. */
  open(): Promise<void> {
    if (this.following) return Promise.resolve()
    this.opening ??= this.begin().finally(() => {
      this.opening = undefined
    })
    return this.opening
  }

  private async begin(): Promise<void> {
    const { store } = this
    const { storage } = store.parts.server
    const prefix = store.prefixOf('')
    const { records, revision } = await storage.list(prefix)
    this.all.clear()
    for (const record of records) this.put(store.stored(record).object)
    this.changed()
    let ended = false
    storage.watch(
      prefix,
      revision,
      ({ type, record }) => {
        const view = type === 'put' ? store.readable(record) : undefined
        if (type === 'delete') this.all.delete(record.key.slice(prefix.length))
        else if (view !== undefined) this.put(view.object)
        this.changed()
      },
      () => {
        ended = true
        this.following = false
      },
    )
    this.following = !ended
  }

  private put(object: KubeObject): void {
    const { name = '' } = object.metadata
    const taken = this.read(object)
    if (taken === undefined) this.all.delete(name)
    else this.all.set(name, taken)
  }
}
