import type { EventIndex, StorageEvent, Watcher } from './interface.ts'
import { isUnreadable } from './readable-object.ts'

/** Called with a change that a watch could not decode, and the error. */
export type OnUnreadable = (event: StorageEvent, error: Error) => void

/** One who watches. One object in place of functions, for there are thousands. */
class Subscription implements Watcher {
  readonly onEvent: (event: StorageEvent) => void
  readonly onClose: (() => void) | undefined
  /** The number by which watches are told in turn, the oldest watch first. */
  readonly order: number
  readonly index: EventIndex | undefined
  stopped = false
  /** The revision of the change that could not be read; undefined: all could. */
  standsAt: number | undefined
  private readonly hub: WatchHub
  /** Where it stands, once it was told what it missed. */
  private all: Subscriptions | undefined

  constructor(
    hub: WatchHub,
    order: number,
    { onEvent, onClose, index }: Pick<Subscription, 'onEvent' | 'onClose' | 'index'>,
  ) {
    this.hub = hub
    this.order = order
    this.onEvent = onEvent
    this.onClose = onClose
    this.index = index
  }

  begin(all: Subscriptions): void {
    this.all = all
    all.add(this, this.index)
  }

  stop(): void {
    this.all!.remove(this, this.index)
    this.hub.forget(this.all!)
  }

  /** Who cannot read a change is told nothing more, and keeps nobody else from being told: docs/discoveries/undecodable-object.md */
  tell(event: StorageEvent): void {
    if (this.stopped || this.standsAt !== undefined) return
    try {
      this.onEvent(event)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.standsAt = event.revision
      this.hub.unreadable(event, error as Error)
    }
  }
}

/** The watchers of one prefix: those of every change, and those of an index by what they want. */
class Subscriptions {
  readonly prefix: string
  private readonly plain = new Set<Subscription>()
  private readonly indexed = new Map<EventIndex['keysOf'], Map<string, Set<Subscription>>>()
  private count = 0

  constructor(prefix: string) {
    this.prefix = prefix
  }

  get empty(): boolean {
    return this.count === 0
  }

  add(subscription: Subscription, index: EventIndex | undefined): void {
    this.setOf(index).add(subscription)
    this.count++
  }

  remove(subscription: Subscription, index: EventIndex | undefined): void {
    subscription.stopped = true
    const set = this.setOf(index)
    if (set.delete(subscription)) this.count--
    if (index !== undefined && set.size === 0) this.indexed.get(index.keysOf)?.delete(index.key)
  }

  /** Removes those that want to know of their end. @param standing those alone that a change up to this revision stopped */
  takeClosable(standing?: number): Subscription[] {
    const taken: Subscription[] = []
    const sets = [this.plain, ...[...this.indexed.values()].flatMap((byKey) => [...byKey.values()])]
    for (const set of sets)
      for (const subscription of [...set]) {
        const { onClose, standsAt = Number.POSITIVE_INFINITY } = subscription
        if (onClose === undefined || (standing !== undefined && standsAt > standing)) continue
        set.delete(subscription)
        subscription.stopped = true
        taken.push(subscription)
      }
    this.count -= taken.length
    return taken
  }

  publish(event: StorageEvent): void {
    const found = this.found(event)
    let next = 0
    for (const subscription of this.plain) {
      while (next < found.length && found[next]!.order < subscription.order) found[next++]!.tell(event)
      subscription.tell(event)
    }
    while (next < found.length) found[next++]!.tell(event)
  }

  /** The subscriptions of indices that the event concerns, in their order. */
  private found(event: StorageEvent): Subscription[] {
    if (this.indexed.size === 0) return []
    const found = new Set<Subscription>()
    for (const [keysOf, byKey] of this.indexed) {
      if (byKey.size === 0) continue
      for (const key of keysOf(event)) for (const one of byKey.get(key) ?? []) found.add(one)
    }
    return [...found].sort((a, b) => a.order - b.order)
  }

  private setOf(index: EventIndex | undefined): Set<Subscription> {
    if (index === undefined) return this.plain
    const byKey = this.indexed.get(index.keysOf) ?? new Map<string, Set<Subscription>>()
    this.indexed.set(index.keysOf, byKey)
    const set = byKey.get(index.key) ?? new Set()
    byKey.set(index.key, set)
    return set
  }
}

/** A folder is that of a resource in a namespace, of which there may be thousands. */
const mostFolders = 1000

/** Hands each change to the watchers of its prefix. Watchers of one prefix share one look at the key. */
export class WatchHub {
  private readonly byPrefix = new Map<string, Subscriptions>()
  /** What {@link near} has found: prefixes are dozens, and every write looks for its own. */
  private readonly byFolder = new Map<string, readonly Subscriptions[]>()
  private order = 0
  private readonly onUnreadable: OnUnreadable | undefined
  /** The revisions that watches were found to stand at, which are not forgotten yet: watches are many, and one line says so. */
  private readonly toldUnreadable = new Set<number>()
  /** @param onUnreadable told once of each change that stops watches */
  constructor(onUnreadable?: OnUnreadable) {
    this.onUnreadable = onUnreadable
  }

  /** @param missed what is told at once */
  add(
    prefix: string,
    missed: readonly StorageEvent[],
    onEvent: (event: StorageEvent) => void,
    onClose?: () => void,
    index?: EventIndex,
  ): Watcher {
    const subscription = new Subscription(this, this.order++, { onEvent, onClose, index })
    for (const event of missed) subscription.tell(event)
    subscription.begin(this.byPrefix.get(prefix) ?? this.begin(prefix))
    return subscription
  }

  /** Notes a change that a watch could not read. */
  unreadable(event: StorageEvent, error: Error): void {
    if (this.toldUnreadable.has(event.revision)) return
    this.toldUnreadable.add(event.revision)
    this.onUnreadable?.(event, error)
  }

  /** Forgets the watchers of a prefix where none is left. */
  forget(all: Subscriptions): void {
    if (all.empty && this.byPrefix.get(all.prefix) === all) this.end(all.prefix)
  }

  publish(event: StorageEvent): void {
    const { key } = event.record
    for (const subscriptions of this.near(key))
      if (key.startsWith(subscriptions.prefix)) subscriptions.publish(event)
  }

  private begin(prefix: string): Subscriptions {
    const begun = new Subscriptions(prefix)
    this.byPrefix.set(prefix, begun)
    this.byFolder.clear()
    return begun
  }

  private end(prefix: string): void {
    this.byPrefix.delete(prefix)
    this.byFolder.clear()
  }

  /** The subscriptions whose prefix a key of the same folder may have, in the order in which they began. */
  private near(key: string): readonly Subscriptions[] {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    let near = this.byFolder.get(folder)
    if (near === undefined) {
      near = [...this.byPrefix.values()].filter(
        ({ prefix }) => folder.startsWith(prefix) || prefix.startsWith(folder),
      )
      if (this.byFolder.size >= mostFolders) this.byFolder.clear()
      this.byFolder.set(folder, near)
    }
    return near
  }

  /** Ends the watches that want to know of their end. @param standing those alone that a change up to this revision stopped */
  endClosable(standing?: number): void {
    // History is cut again and again, and watches are many thousands.
    if (standing !== undefined && ![...this.toldUnreadable].some((revision) => revision <= standing)) return
    for (const revision of this.toldUnreadable)
      if (standing === undefined || revision <= standing) this.toldUnreadable.delete(revision)
    const ended: Subscription[] = []
    for (const [prefix, all] of [...this.byPrefix]) {
      ended.push(...all.takeClosable(standing))
      if (all.empty) this.end(prefix)
    }
    for (const subscription of ended) subscription.onClose?.()
  }

  close(): void {
    this.endClosable()
    this.byPrefix.clear()
    this.byFolder.clear()
  }
}
