// Upstream: apiserver/pkg/storage/value/transformer.go

/** What was read from a store; `stale`: a write would leave other bytes, so an update of the same object is one. */
export interface Transformed {
  readonly data: Buffer
  readonly stale: boolean
}

/** Changes data on its way to the store and back. `place` is the key in etcd, to which data can be bound. */
export interface Transformer {
  toStorage(data: Buffer, place: Buffer): Buffer
  /** Throws an Error with upstream's text. */
  fromStorage(data: Buffer, place: Buffer): Transformed
}

/** A transformer for the data that begins with `prefix`. */
export interface PrefixTransformer {
  readonly prefix: string
  readonly transformer: Transformer
}

/** Several transformers: the first writes, all read. Throws `unknown` where the prefix of none fits. */
export class PrefixTransformers implements Transformer {
  private readonly transformers: readonly { prefix: Buffer; transformer: Transformer }[]
  private readonly unknown: string

  constructor(unknown: string, transformers: readonly PrefixTransformer[]) {
    this.unknown = unknown
    this.transformers = transformers.map(({ prefix, transformer }) => ({
      prefix: Buffer.from(prefix),
      transformer,
    }))
  }

  toStorage(data: Buffer, place: Buffer): Buffer {
    const { prefix, transformer } = this.transformers[0]!
    return Buffer.concat([prefix, transformer.toStorage(data, place)])
  }

  /** Providers and keys may share a prefix, so that a failure ends nothing before all have tried. */
  fromStorage(data: Buffer, place: Buffer): Transformed {
    const errors = new Set<string>()
    for (const [i, { prefix, transformer }] of this.transformers.entries()) {
      if (!data.subarray(0, prefix.length).equals(prefix)) continue
      try {
        const read = transformer.fromStorage(data.subarray(prefix.length), place)
        return { data: read.data, stale: read.stale || i !== 0 }
      } catch (error) {
        if (prefix.length > 0) errors.add((error as Error).message)
      }
    }
    if (errors.size === 0) throw new Error(this.unknown)
    throw new Error(errors.size === 1 ? [...errors][0] : `[${[...errors].join(', ')}]`)
  }
}
