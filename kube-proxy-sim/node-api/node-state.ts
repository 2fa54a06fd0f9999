// The revisions of a node's state. Upstream: KEP-2104 "Design Details"; kpng pkg/server/endpoints at its first commits.
import type { Random } from '../../component-base/random.ts'
import type { ServiceSets } from './sets/encoded-sets.ts'

/** The state that a client knows, by the numbers of proto NextFilter. */
export interface KnownState {
  instanceID: bigint
  rev: bigint
}

/** A service of the state; it is never changed once it is published. */
export interface StateItem {
  /** Encoded as proto NextItem; the same bytes are no change. */
  readonly bytes: Buffer
  /** The item in the delta form, made when it is first asked for. */
  readonly sets: () => ServiceSets
}

/** The full state at a revision; it is never changed. */
export interface StateSnapshot extends KnownState {
  /** Sorted: the keys of the items. */
  readonly keys: readonly string[]
  readonly items: readonly StateItem[]
}

type Change = readonly [key: string, item: StateItem | undefined]

/** A random number of 64 bits that is not 0. */
export const newInstanceID = (random: Random): bigint =>
  (BigInt(random.int(2 ** 32)) << 32n) | BigInt(1 + random.int(2 ** 32 - 1))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The newest state, and the calls that wait for the next one. Revision 0 is "not known yet": the first publish makes revision
 * 1, also of an empty state, and each later one that changes some bytes makes the next.
 */
export class NodeState {
  readonly instanceID: bigint
  private readonly items = new Map<string, StateItem>()
  private readonly waiting = new Set<() => void>()
  private current: StateSnapshot

  constructor(instanceID: bigint) {
    this.instanceID = instanceID
    this.current = { instanceID, rev: 0n, keys: [], items: [] }
  }

  get rev(): bigint {
    return this.current.rev
  }

  /** The number of calls that wait for a change. */
  get waiters(): number {
    return this.waiting.size
  }

  /** Takes new items by key (undefined: gone); whether that made a revision. */
  publish(changes: ReadonlyMap<string, StateItem | undefined>): boolean {
    const taken = [...changes].filter(([key, item]) => this.take(key, item))
    if (taken.length === 0 && this.rev > 0n) return false
    const sorted = taken.sort(([a], [b]) => compare(a, b))
    this.current = { instanceID: this.instanceID, rev: this.rev + 1n, ...merged(this.current, sorted) }
    for (const wake of [...this.waiting]) wake()
    return true
  }

  private take(key: string, item: StateItem | undefined): boolean {
    if (item === undefined) return this.items.delete(key)
    if (this.items.get(key)?.bytes.equals(item.bytes) === true) return false
    this.items.set(key, item)
    return true
  }

  /**
   * The state as soon as it is newer than what the caller knows; undefined when `signal` aborts first. What is known of
   * another instance counts as nothing; a revision that is still to come counts as the current one, so that it is never missed.
   */
  async next(known: KnownState, signal: AbortSignal): Promise<StateSnapshot | undefined> {
    const newest = this.rev
    const claimed = known.instanceID === this.instanceID ? known.rev : 0n
    const rev = claimed < newest ? claimed : newest
    while (this.rev <= rev) {
      if (signal.aborted) return undefined
      await this.wait(signal)
    }
    return signal.aborted ? undefined : this.current
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.waiting.delete(end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      this.waiting.add(end)
      signal.addEventListener('abort', end)
    })
  }
}

/** The old keys and items with sorted changes in their places. */
function merged(
  old: Pick<StateSnapshot, 'keys' | 'items'>,
  changes: readonly Change[],
): Pick<StateSnapshot, 'keys' | 'items'> {
  const keys: string[] = []
  const items: StateItem[] = []
  let at = 0
  const copyBelow = (key: string | undefined): void => {
    for (; at < old.keys.length && (key === undefined || old.keys[at]! < key); at++) {
      keys.push(old.keys[at]!)
      items.push(old.items[at]!)
    }
  }
  for (const [key, item] of changes) {
    copyBelow(key)
    if (old.keys[at] === key) at++
    if (item === undefined) continue
    keys.push(key)
    items.push(item)
  }
  copyBelow(undefined)
  return { keys, items }
}
