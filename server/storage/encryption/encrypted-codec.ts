// Upstream: apiserver/pkg/storage/etcd3/store.go (TransformToStorage, TransformFromStorage, objState.stale)

import type { KubeObject } from '../../../apimachinery/json.ts'
import type { GroupResource } from '../../../apimachinery/status-error.ts'
import type { EtcdCodec } from '../etcd/etcd-storage.ts'
import type { KeySpace } from '../etcd/key-space.ts'
import { TransformError } from '../interface.ts'
import { identity } from './identity.ts'
import type { Transformed, Transformer } from './transformer.ts'
import type { TransformerFor } from './transformers.ts'

/** The plain codec and the transformers that an encrypting codec consists of. */
export interface EncryptionParts {
  /** Objects as bytes. */
  readonly codec: EtcdCodec
  /** Asked at each use: the configuration may be read again. */
  readonly transformerFor: TransformerFor
  /** The resource that a key's object is of; undefined: no resource of the API, so that it is kept as it is. */
  readonly resourceOf: (key: string) => GroupResource | undefined
  readonly keys: KeySpace
}

/** Objects as --encryption-provider-config has them in etcd. Data that cannot be read throws a {@link TransformError}. */
export class EncryptedCodec implements EtcdCodec {
  private readonly parts: EncryptionParts

  constructor(parts: EncryptionParts) {
    this.parts = parts
  }

  encode(object: KubeObject, key: string): Buffer {
    const { codec, keys } = this.parts
    return this.transformerOf(key).toStorage(codec.encode(object, key), keys.outer(key))
  }

  decode(stored: Buffer, key: string): KubeObject {
    return this.parts.codec.decode(this.read(stored, key).data, key)
  }

  /** The same object encrypts to other bytes each time: what is compared is what they hold. */
  holds(stored: Buffer, object: KubeObject, key: string): boolean {
    return this.read(stored, key).data.equals(this.parts.codec.encode(object, key))
  }

  plain(stored: Buffer, key: string): Buffer {
    return this.read(stored, key).data
  }

  isStale(stored: Buffer, key: string): boolean {
    return this.read(stored, key).stale
  }

  private read(stored: Buffer, key: string): Transformed {
    const place = this.parts.keys.outer(key)
    try {
      return this.transformerOf(key).fromStorage(stored, place)
    } catch (error) {
      throw new TransformError(place.toString(), (error as Error).message)
    }
  }

  private transformerOf(key: string): Transformer {
    const resource = this.parts.resourceOf(key)
    return resource === undefined ? identity : this.parts.transformerFor(resource)
  }
}
