// Which of the keys of a cluster's etcd are objects of resources that releases have, and what the others are.
import { type StoredKind, storedKind } from '../../../apimachinery/scheme/stored-codec.ts'

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

/** Tells the keys of objects from the others, which are counted. */
export class StoredKeys {
  private readonly own: string
  private readonly known: ReadonlySet<string>
  private readonly others = new Unseens()

  /** @param etcdPrefix of kube-apiserver's `--etcd-prefix`: `/registry`. @param known starts of keys of the releases' resources */
  constructor(etcdPrefix: string, known: ReadonlySet<string>) {
    this.own = `${etcdPrefix.replace(/\/+$/, '')}/`
    this.known = known
  }

  /** Undefined: it is no object's. */
  objectKey(key: string): ObjectKey | undefined {
    const { own, others } = this
    if (!key.startsWith(own)) {
      others.add(`keys outside ${own}`, 'kube-apiservers keep no objects there')
      return undefined
    }
    const within = `${root}${key.slice(own.length)}`
    const resource = resourceOf(within, this.known)
    if (resource === undefined) others.add(...unknown(within))
    else if (isServerLease(within)) others.add('leases of kube-apiservers', 'each server makes its own')
    else return { key, resource, name: within.slice(resource.length) }
    return undefined
  }

  /** The others, by what they are. */
  unseen(): Unseen[] {
    return this.others.all()
  }
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
