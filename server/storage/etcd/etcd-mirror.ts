// Upstream: apiserver/pkg/storage/{etcd3/watcher.go,cacher/watch_cache.go}
import type { Clock } from '../../../component-base/clock.ts'
import { DoublingWait } from '../../../component-base/doubling-wait.ts'
import type { HistoryLimits } from '../history.ts'
import type { StoredRecord } from '../interface.ts'
import { StoreView } from '../store-view.ts'
import type { OnUnreadable } from '../watch-hub.ts'
import type { EtcdCalls, WatchCall } from './etcd-calls.ts'
import { type Decode, EtcdRecord } from './etcd-record.ts'
import type { KeySpace } from './key-space.ts'
import type { KeyValue, WatchResponse } from './messages.ts'

/** The limit of keys in one answer of etcd. */
const pageSize = 10_000

/** Milliseconds after which a watch that ends is no failure. */
const longEnough = 5000

/** An object on its way to etcd: what comes back with the same bytes need not be decoded. */
export interface OwnWrite {
  readonly stored: Buffer
  own: ConstructorParameters<typeof EtcdRecord>[3]
}

/** The client, keys, decoder and clock that a mirror of etcd is built with. */
export interface MirrorParts {
  readonly client: EtcdCalls
  readonly keys: KeySpace
  readonly decode: (key: string) => Decode
  readonly clock: Clock
  readonly history: Partial<HistoryLimits> | undefined
  readonly onUnreadable?: OnUnreadable | undefined
}

/**
 * All records of etcd under a prefix, kept true by one watch. The watch is for all keys: etcd's revision is that of the newest
 * event then, and a reader knows what it waits for.
 */
export class EtcdMirror {
  readonly view: StoreView
  /** The writes of this server that are under way, by key. */
  readonly underWay = new Map<string, OwnWrite>()
  private readonly parts: MirrorParts
  private readonly waiting = new Set<{ revision: number; done: (reached: boolean) => void }>()
  private following: WatchCall | undefined
  /** Changes up to this revision have been read. */
  private seen: number
  private closed = false
  /** Between the end of a watch, or a reading that failed, and the next one. */
  private readonly wait = new DoublingWait()

  private constructor(parts: MirrorParts, first: { records: StoredRecord[]; revision: number }) {
    this.parts = parts
    const { records, revision } = first
    this.view = new StoreView(
      { records, revision, compacted: revision, history: [] },
      parts.history,
      parts.onUnreadable,
    )
    this.seen = revision
  }

  /** Reads everything that is there. */
  static async open(parts: MirrorParts): Promise<EtcdMirror> {
    const mirror = new EtcdMirror(parts, await readAll(parts))
    mirror.follow()
    return mirror
  }

  /** Whether changes up to `revision` show, or do so within `timeout` (milliseconds). */
  async shows(revision: number, timeout: number): Promise<boolean> {
    if (this.seen >= revision) return true
    return new Promise((resolve) => {
      const entry = {
        revision,
        done: (reached: boolean): void => {
          cancel()
          this.waiting.delete(entry)
          resolve(reached)
        },
      }
      const cancel = this.parts.clock.setTimeout(() => entry.done(false), timeout)
      this.waiting.add(entry)
    })
  }

  /** A record of what etcd answered: that of the view where it is the same. */
  recordOf(kv: KeyValue): StoredRecord {
    const key = this.parts.keys.inner(kv.key)!
    const known = this.view.get(key)
    return known?.modRevision === kv.mod_revision
      ? known
      : newRecord(this.parts, key, kv, this.underWay.get(key))
  }

  close(): void {
    this.closed = true
    this.following?.stop()
    for (const { done } of [...this.waiting]) done(false)
    this.view.close()
  }

  /** @param begun when the watch that has ended began: one that lasted was a good one. Milliseconds since the epoch */
  private later(again: () => void, begun = Number.POSITIVE_INFINITY): void {
    const { clock } = this.parts
    if (clock.now() - begun >= longEnough) this.wait.reset()
    if (!this.closed) clock.setTimeout(again, this.wait.next())
  }

  private follow(): void {
    const begun = this.parts.clock.now()
    const followAgain = (): void => {
      if (this.closed) return
      this.parts.client.next()
      this.follow()
    }
    const following = this.parts.client.watch(
      this.seen + 1,
      (answer) => {
        const inOrder = this.applyAll(answer.events)
        this.tell()
        if (inOrder && !answer.canceled) return
        following.stop()
        this.later(
          inOrder && answer.compact_revision === 0 ? followAgain : () => void this.readAgain(),
          begun,
        )
      },
      () => this.later(followAgain, begun),
    )
    this.following = following
  }

  /** @returns whether each change is as new as the one before it, or newer: what goes back is not what etcd has */
  private applyAll(events: WatchResponse['events']): boolean {
    for (const { type, kv } of events) {
      if (kv.mod_revision < this.seen) return false
      this.apply(type, kv)
    }
    return true
  }

  /** Reads all records again: the changes since the last revision that was read have been compacted, or were not in order. */
  private async readAgain(): Promise<void> {
    try {
      const { records, revision } = await readAll(this.parts)
      if (this.closed) return
      this.view.replace(records, revision)
      this.seen = revision
      this.tell()
      this.follow()
    } catch {
      this.later(() => void this.readAgain())
    }
  }

  private apply(type: 'PUT' | 'DELETE', kv: KeyValue): void {
    const revision = kv.mod_revision
    const key = this.parts.keys.inner(kv.key)
    this.seen = revision
    const previous = key === undefined ? undefined : this.view.get(key)
    if (key !== undefined && type === 'PUT') {
      const record = newRecord(this.parts, key, kv, this.underWay.get(key))
      this.view.apply({ type: 'put', record, previous, revision })
    } else if (previous instanceof EtcdRecord)
      this.view.apply({ type: 'delete', record: previous.deletedAt(revision), previous, revision })
    else this.view.advance(revision)
  }

  private tell(): void {
    for (const entry of [...this.waiting]) if (entry.revision <= this.seen) entry.done(true)
  }
}

function newRecord(parts: MirrorParts, key: string, kv: KeyValue, write: OwnWrite | undefined): EtcdRecord {
  const own = write?.stored.equals(kv.value) === true ? write : undefined
  const head = { key, createRevision: kv.create_revision, modRevision: kv.mod_revision }
  // The bytes that were sent: what was received is a view, of more than the value.
  return new EtcdRecord(head, own?.stored ?? kv.value, parts.decode(key), own?.own)
}

async function readAll(parts: MirrorParts): Promise<{ records: StoredRecord[]; revision: number }> {
  const { client, keys } = parts
  const records: StoredRecord[] = []
  let { key, range_end } = keys.range('/registry/')
  let revision = 0
  for (;;) {
    const answer = await client.range({ key, range_end, limit: pageSize, revision })
    revision ||= answer.header.revision
    let last = key
    for (const kv of answer.kvs) {
      const inner = keys.inner(kv.key)
      // Each page goes on behind the last one: one that does not would be read again and again.
      if (inner === undefined || Buffer.compare(kv.key, last) < 0) throw notAsked()
      records.push(newRecord(parts, inner, kv, undefined))
      last = kv.key
    }
    if (!answer.more) return { records, revision }
    if (answer.kvs.length === 0) throw notAsked()
    key = Buffer.concat([last, Buffer.from([0])])
  }
}

const notAsked = (): Error => new Error('etcd answers with keys that were not asked for')
