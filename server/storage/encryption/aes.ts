// Upstream: apiserver/pkg/storage/value/encrypt/aes/aes.go
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Transformer } from './transformer.ts'

/** Bytes of a block, and of the vector that stands before the data. */
const blockSize = 16
const nonceSize = 12
const tagSize = 16

const tooShort = 'the stored data was shorter than the required size'

/** The text of Go's crypto/cipher. */
const notAuthentic = 'cipher: message authentication failed'

const bits = (key: Buffer): 128 | 192 | 256 => (key.length * 8) as 128 | 192 | 256

/** AES-CBC with PKCS#7 padding behind a random vector. The data is not bound to its place. */
export function aescbc(key: Buffer): Transformer {
  const algorithm = `aes-${bits(key)}-cbc` as const
  return {
    toStorage(data) {
      const iv = randomBytes(blockSize)
      const cipher = createCipheriv(algorithm, key, iv)
      return Buffer.concat([iv, cipher.update(data), cipher.final()])
    },
    fromStorage(data) {
      if (data.length < blockSize) throw new Error(tooShort)
      const body = data.subarray(blockSize)
      if (body.length % blockSize !== 0)
        throw new Error('the stored data is not a multiple of the block size')
      const decipher = createDecipheriv(algorithm, key, data.subarray(0, blockSize)).setAutoPadding(false)
      return { data: unpadded(Buffer.concat([decipher.update(body), decipher.final()])), stale: false }
    },
  }
}

/** What OpenSSL says of wrong padding is not what Go's users read. */
function unpadded(data: Buffer): Buffer {
  const padding = data.at(-1) ?? 0
  if (padding === 0 || padding > data.length) throw new Error('invalid PKCS7 data (empty or not padded)')
  const size = data.length - padding
  if (data.subarray(size).some((byte) => byte !== padding)) throw new Error('invalid padding on input')
  return data.subarray(0, size)
}

/** AES-GCM behind a random nonce. The key in etcd is authenticated with the data: a value that is moved cannot be read. */
export function aesgcm(key: Buffer): Transformer {
  const algorithm = `aes-${bits(key)}-gcm` as const
  return {
    toStorage(data, place) {
      const nonce = randomBytes(nonceSize)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(place)
      return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()])
    },
    fromStorage(data, place) {
      if (data.length < nonceSize) throw new Error(tooShort)
      if (data.length < nonceSize + tagSize) throw new Error(notAuthentic)
      const decipher = createDecipheriv(algorithm, key, data.subarray(0, nonceSize), {
        authTagLength: tagSize,
      })
      decipher.setAAD(place).setAuthTag(data.subarray(-tagSize))
      return { data: opened(decipher, data.subarray(nonceSize, -tagSize)), stale: false }
    },
  }
}

function opened(decipher: ReturnType<typeof createDecipheriv>, body: Buffer): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch (error) {
    throw new Error(notAuthentic, { cause: error })
  }
}
