import type { StorageEvent, Watcher } from './interface.ts'

interface Subscription {
  onEvent: (event: StorageEvent) => void
  onClose: (() => void) | undefined
}

/** Hands each change to the watchers of its prefix. Watchers of one prefix share one look at the key. */
export class WatchHub {
  private readonly byPrefix = new Map<string, Set<Subscription>>()

  add(prefix: string, onEvent: (event: StorageEvent) => void, onClose?: () => void): Watcher {
    const subscription = { onEvent, onClose }
    const set = this.byPrefix.get(prefix) ?? new Set()
    this.byPrefix.set(prefix, set.add(subscription))
    return {
      stop: () => {
        set.delete(subscription)
        if (set.size === 0 && this.byPrefix.get(prefix) === set) this.byPrefix.delete(prefix)
      },
    }
  }

  publish(event: StorageEvent): void {
    for (const [prefix, subscriptions] of this.byPrefix) {
      if (!event.record.key.startsWith(prefix)) continue
      for (const subscription of subscriptions) subscription.onEvent(event)
    }
  }

  /** Ends the watches that want to know of their end. */
  endClosable(): void {
    const ended: Subscription[] = []
    for (const [prefix, set] of this.byPrefix) {
      for (const subscription of set) if (subscription.onClose !== undefined) ended.push(subscription)
      for (const subscription of ended) set.delete(subscription)
      if (set.size === 0) this.byPrefix.delete(prefix)
    }
    for (const subscription of ended) subscription.onClose?.()
  }

  close(): void {
    this.endClosable()
    this.byPrefix.clear()
  }
}
