import { prefixEnd } from './key-range.ts'

const inside = '/registry/'

/** The keys of one cluster: `/registry/…` within kepsim, under --etcd-prefix in etcd. */
export class KeySpace {
  /** The prefix of all keys, with a slash at the end: `/registry/`. */
  private readonly prefix: string
  private readonly prefixBytes: Buffer

  /** @param prefix as of --etcd-prefix: with or without slashes at its ends */
  constructor(prefix: string) {
    this.prefix = `/${prefix.split('/').filter(Boolean).join('/')}/`.replace('//', '/')
    this.prefixBytes = Buffer.from(this.prefix)
  }

  /** The key in etcd. */
  outer(key: string): Buffer {
    return Buffer.from(this.prefix + key.slice(inside.length))
  }

  /** The key within kepsim; undefined: it is no key of the cluster. */
  inner(key: Buffer): string | undefined {
    if (!key.subarray(0, this.prefixBytes.length).equals(this.prefixBytes)) return undefined
    return inside + key.toString('utf8', this.prefixBytes.length)
  }

  /** What etcd calls the range of the keys that start with `prefix`. @param after not included */
  range(prefix: string, after?: string): { key: Buffer; range_end: Buffer } {
    const key =
      after === undefined || after < prefix
        ? this.outer(prefix)
        : Buffer.concat([this.outer(after), Buffer.from([0])])
    return { key, range_end: prefixEnd(this.outer(prefix)) }
  }
}
