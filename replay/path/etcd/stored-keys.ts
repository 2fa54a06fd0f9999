// Which of the keys of a cluster's etcd are objects of resources that releases have, and what the others are.
import { type StoredKind, storedKind } from '../../../apimachinery/scheme/stored-codec.ts'
import type { EtcdSnapshot } from '../../../server/storage/mvcc/snapshot-file.ts'

/** A key of a resource that one of the releases has. */
export interface ObjectKey {
  /** As it is in etcd. */
  readonly key: string
  /** `/registry/pods/`, whatever etcd's prefix is. */
  readonly resource: string
  /** The rest of the key: `ns/a`. */
  readonly name: string
}

/** Keys that are not looked at, with why. */
export interface Unseen {
  what: string
  why: string
  count: number
}

const root = '/registry/'

/** What servers keep for themselves, and no release serves as objects. */
const ownKeys: Readonly<Record<string, string>> = {
  ranges: 'the addresses and ports that are taken',
  masterleases: 'the addresses of kube-apiservers',
  peerserverleases: 'the addresses of kube-apiservers for one another',
}

/** The keys of objects, and the others by what they are. */
export interface KeyPlan {
  objects: ObjectKey[]
  unseen: Unseen[]
}

/** @param etcdPrefix of kube-apiserver's `--etcd-prefix`: `/registry`. @param known starts of keys of the releases' resources */
export function planKeys(snapshot: EtcdSnapshot, etcdPrefix: string, known: ReadonlySet<string>): KeyPlan {
  const own = `${etcdPrefix.replace(/\/+$/, '')}/`
  const objects: ObjectKey[] = []
  const unseen = new Unseens()
  for (const key of snapshot.keys()) {
    if (!key.startsWith(own)) {
      unseen.add(`keys outside ${own}`, 'kube-apiservers keep no objects there')
      continue
    }
    const within = `${root}${key.slice(own.length)}`
    const resource = resourceOf(within, known)
    if (resource === undefined) unseen.add(...unknown(within))
    else if (isServerLease(within)) unseen.add('leases of kube-apiservers', 'each server makes its own')
    else objects.push({ key, resource, name: within.slice(resource.length) })
  }
  return { objects, unseen: unseen.all() }
}

/** The first two or three parts of a key name its resource. */
function resourceOf(key: string, known: ReadonlySet<string>): string | undefined {
  const parts = key.split('/')
  const starts = [3, 4].map((count) => `${parts.slice(0, count).join('/')}/`)
  return starts.reverse().find((start) => known.has(start))
}

const isServerLease = (key: string): boolean =>
  /^\/registry\/leases\/kube-system\/(?:kube-)?apiserver-/.test(key)

function unknown(key: string): [what: string, why: string] {
  const [first = '', second = ''] = key.slice(root.length).split('/')
  if (Object.hasOwn(ownKeys, first)) return [`${root}${first}`, ownKeys[first]!]
  return first.includes('.')
    ? [`${second}.${first}`, 'custom resources: their schema is not a release\u2019s']
    : [`${root}${first}`, 'no release on the way has such a resource']
}

class Unseens {
  private readonly byText = new Map<string, Unseen>()
  add(what: string, why: string): void {
    const known = this.byText.get(what)
    if (known === undefined) this.byText.set(what, { what, why, count: 1 })
    else known.count++
  }
  all(): Unseen[] {
    return [...this.byText.values()].sort((a, b) => b.count - a.count)
  }
}

/** Whether the value was encrypted at rest by a kube-apiserver: only its key tells what is in it. */
export const isEncrypted = (value: Buffer): boolean => value.subarray(0, 8).toString('latin1') === 'k8s:enc:'

/** The kind that the bytes name; for a key whose bytes name none, that of nothing. */
export const kindOf = (value: Buffer): StoredKind => storedKind(value) ?? { apiVersion: '', kind: '' }
