import type { EventIndex, StorageEvent, Watcher } from './interface.ts'
import { isUnreadable } from './readable-object.ts'

/** Called with a change that a watch could not decode, and the error. */
export type OnUnreadable = (event: StorageEvent, error: Error) => void

interface Subscription {
  onEvent: (event: StorageEvent) => void
  unreadable: OnUnreadable
  onClose: (() => void) | undefined
  /** The number by which watches are told in turn, the oldest watch first. */
  order: number
  stopped: boolean
  /** The revision of the change that could not be read; undefined: all could. */
  standsAt: number | undefined
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
      while (next < found.length && found[next]!.order < subscription.order) tell(found[next++]!, event)
      tell(subscription, event)
    }
    while (next < found.length) tell(found[next++]!, event)
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

/** Who cannot read a change is told nothing more, and keeps nobody else from being told: docs/discoveries/undecodable-object.md */
function tell(subscription: Subscription, event: StorageEvent): void {
  if (subscription.stopped || subscription.standsAt !== undefined) return
  try {
    subscription.onEvent(event)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    subscription.standsAt = event.revision
    subscription.unreadable(event, error as Error)
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
  private readonly unreadable: OnUnreadable = (event, error) => {
    if (this.toldUnreadable.has(event.revision)) return
    this.toldUnreadable.add(event.revision)
    this.onUnreadable?.(event, error)
  }

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
    const order = this.order++
    const { unreadable } = this
    const subscription: Subscription = {
      onEvent,
      unreadable,
      onClose,
      order,
      stopped: false,
      standsAt: undefined,
    }
    for (const event of missed) tell(subscription, event)
    const all = this.byPrefix.get(prefix) ?? this.begin(prefix)
    all.add(subscription, index)
    return {
      stop: () => {
        all.remove(subscription, index)
        if (all.empty && this.byPrefix.get(prefix) === all) this.end(prefix)
      },
    }
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
