// The objects of a cluster's etcd taken through releases: each is read by the rules of every release on the way, and nothing is written.
import type { StoredKind } from '../../../apimachinery/scheme/stored-codec.ts'
import type { GateFacts } from '../../runtime.ts'
import { type ChangeKind, differences } from '../changes.ts'
import { reasonOf } from '../field-reason.ts'
import type { Seen } from '../snapshot.ts'
import { ApiUses } from './api-uses.ts'
import type { EtcdContents } from './etcd-contents.ts'
import { Groups } from './groups.ts'
import { type ReadObject, ReleaseView, type WrittenAnew } from './release-view.ts'
import type { FieldFinding, Findings, Refusal, SnapshotHop, SnapshotWalk } from './snapshot-result.ts'
import { isEncrypted, kindOf, StoredKeys } from './stored-keys.ts'

/** The releases to go through, and what is asked about gates. */
export interface SnapshotWalkOptions {
  file: string
  releases: readonly string[]
  gates: Readonly<Record<string, boolean>>
  /** Of kube-apiserver's `--etcd-prefix`. */
  etcdPrefix: string
  facts: GateFacts
  signal?: AbortSignal | undefined
}

/** Objects between two looks at the signal. */
const turn = 500

/** Takes all objects of an etcd through the releases. */
export async function walkSnapshot(
  contents: EtcdContents,
  options: SnapshotWalkOptions,
): Promise<SnapshotWalk> {
  const { etcdPrefix, facts, file, gates, releases, signal } = options
  const views = new Map(
    [...new Set(releases)].map((release) => [release, ReleaseView.of(release, gates, facts.plan)]),
  )
  const known = new Set([...views.values()].flatMap(({ prefixes }) => [...prefixes]))
  const keys = new StoredKeys(etcdPrefix, known)
  const stops = releases.map((to, i) => new Stop(releases[i - 1], views.get(to)!, options))
  const kinds = new Map<string, number>()
  let [objects, encrypted] = [0, 0]
  for await (const item of contents.items()) {
    const place = keys.objectKey(item.key)
    if (place === undefined) continue
    if (objects++ % turn === 0) await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    const { key, name, resource } = place
    const value = item.value()
    if (isEncrypted(value)) {
      encrypted++
      continue
    }
    const stored = kindOf(value)
    kinds.set(stored.kind, (kinds.get(stored.kind) ?? 0) + 1)
    const read = new Map([...views].map(([release, view]) => [release, view.read(resource, value)]))
    const object: StoredObject = {
      key,
      resource,
      stored,
      title: titleOf(name, resource, stored),
      value,
      gone: new Set(),
      read,
      rewritten: new Map(),
    }
    for (const stop of stops) stop.take(object)
  }
  return {
    file,
    revision: contents.revision,
    keys: contents.size,
    objects,
    encrypted,
    unseen: keys.unseen(),
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count),
    hops: stops.map((stop) => stop.result()),
  }
}

interface StoredObject {
  key: string
  resource: string
  stored: StoredKind
  /** `Pod ns/a` */
  title: string
  /** The stored bytes. */
  value: Buffer
  /** Fields that a release hid; kept up to date. */
  gone: Set<string>
  /** By release. */
  read: ReadonlyMap<string, ReadObject>
  /** By release, once it was asked: a path may come to one again. */
  rewritten: Map<string, WrittenAnew>
}

const titleOf = (name: string, resource: string, { kind }: StoredKind): string =>
  `${kind === '' ? resource : kind} ${name}`

/** A release on the way, and what was found there. */
class Stop {
  private readonly from: string | undefined
  private readonly view: ReleaseView
  private readonly options: SnapshotWalkOptions
  private readonly changes = new Groups<FieldFinding>()
  private readonly undecodable = new Groups<Refusal>()
  private readonly refused = new Groups<Refusal>()
  private readonly warnings = new Groups<{ text: string }>()
  private readonly apis: ApiUses

  constructor(from: string | undefined, view: ReleaseView, options: SnapshotWalkOptions) {
    this.from = from
    this.view = view
    this.options = options
    this.apis = new ApiUses(view)
  }

  take(object: StoredObject): void {
    const { stored, title } = object
    const now = object.read.get(this.view.release)!
    if (now.state === 'refused') {
      const message = told(object.resource, now.message)
      const facts = { ...stored, message }
      this.undecodable.add(`${stored.apiVersion} ${stored.kind} ${message}`, title, () => facts)
    }
    const before = this.from === undefined ? undefined : object.read.get(this.from)!
    if (before !== undefined) this.compare(object, before, now)
    const seen = now.state === 'shown' ? now.seen : before?.state === 'shown' ? before.seen : undefined
    this.apis.take(stored, title, seen)
    if (now.state === 'shown') this.rewrite(object, now.seen)
  }

  result(): SnapshotHop {
    const found: Findings = {
      changes: this.changes.all(),
      undecodable: this.undecodable.all(),
      refused: this.refused.all(),
      warnings: this.warnings.all(),
      apis: this.apis.all(),
    }
    const status = found.undecodable.length === 0 ? 'passed' : 'differs'
    return { from: this.from, to: this.view.release, status, ...found }
  }

  private compare(object: StoredObject, before: ReadObject, now: ReadObject): void {
    const { gone, title, resource } = object
    const old = before.state === 'shown' ? before.seen : undefined
    const own = now.state === 'shown' ? now.seen : undefined
    if ((old ?? own) === undefined || now.state === 'refused' || before.state === 'refused') return
    for (const [field, [was, is]] of differences(old?.object, own?.object)) {
      if (field === 'apiVersion') continue
      const kind = kindOfChange(was, is, gone.has(field))
      if (is === undefined) gone.add(field)
      else gone.delete(field)
      const path = field.replace(/\[\d+\]/g, '[*]')
      const add = (): FieldFinding => this.finding(object, field, { old, own, was, is, kind, path })
      this.changes.add(`${resource} ${kind} ${path}`, title, add)
    }
  }

  private finding(
    object: StoredObject,
    field: string,
    { old, own, was, is, kind, path }: Difference,
  ): FieldFinding {
    const seen = (own ?? old)!
    const secret = seen.object.kind === 'Secret' || field === ''
    const reason = this.reason(object, field, { old, own, was, is, kind, path })
    return {
      kind,
      apiVersion: seen.object.apiVersion,
      resource: seen.resource,
      field: path,
      ...(secret || was === undefined ? {} : { before: was }),
      ...(secret || is === undefined ? {} : { after: is }),
      droppedWhenWritten: kind === 'hidden' && field !== '',
      ...(reason === undefined ? {} : { reason }),
    }
  }

  /** Objects are read and nothing more: gates that decide what is written, and those of a kubelet, have changed nothing. */
  private reason(
    { resource, title, value }: StoredObject,
    field: string,
    { old, own, was, is, kind }: Difference,
  ): FieldFinding['reason'] {
    const { facts, gates } = this.options
    const end = (release: string, seen: Seen | undefined) => ({
      snapshot: new Map(seen === undefined ? [] : [[title, seen]]),
      running: { apiserver: release, kubelet: release, gates },
    })
    const change = { kind: kind as ChangeKind, object: title, field, before: was, after: is }
    return reasonOf(
      change,
      end(this.from!, old),
      end(this.view.release, own),
      facts,
      ({ component, gate }) =>
        component === 'kube-apiserver' && this.view.gateDecides(gate, resource, value, field),
    )
  }

  private rewrite({ resource, rewritten, stored, title }: StoredObject, seen: Seen): void {
    const { release } = this.view
    const anew = rewritten.get(release) ?? this.view.rewrite(resource, seen)
    rewritten.set(release, anew)
    const { refusals, warnings } = anew
    const secret = seen.object.kind === 'Secret'
    for (const refusal of refusals) {
      const message = secret ? refusal.replace(/: Invalid value: .*?: /, ': Invalid value: ') : refusal
      const { kind } = stored
      const shape = message.replace(/\[\d+\]/g, '[*]').replace(/"(?:[^"\\]|\\.)*"/g, '""')
      this.refused.add(`${kind} ${shape}`, title, () => ({
        apiVersion: seen.object.apiVersion,
        kind,
        message,
      }))
    }
    for (const text of warnings) this.warnings.add(text.replace(/\[\d+\]/g, '[*]'), title, () => ({ text }))
  }
}

interface Difference {
  old: Seen | undefined
  own: Seen | undefined
  was: unknown
  is: unknown
  kind: FieldFinding['kind']
  path: string
}

function kindOfChange(was: unknown, is: unknown, gone: boolean): FieldFinding['kind'] {
  if (is === undefined) return 'hidden'
  if (was !== undefined) return 'changed'
  return gone ? 'shown' : 'defaulted'
}

/** The scheme is a place in Go's sources. What is wrong with the bytes of a Secret may show some of them. */
const told = (resource: string, message: string): string =>
  resource === '/registry/secrets/' && !message.startsWith('no kind ')
    ? 'its bytes are no object'
    : message.replace(/ in scheme "[^"]*"$/, '')
