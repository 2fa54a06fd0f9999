// Upstream: apiserver/pkg/storage/value/encrypt/secretbox/secretbox.go
import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { Transformer } from './transformer.ts'

const nonceSize = 24
const tagSize = 16

/** XSalsa20 and Poly1305 behind a random nonce. The data is not bound to its place. @param key 32 bytes */
export const secretbox = (key: Buffer): Transformer => ({
  toStorage(data) {
    const nonce = randomBytes(nonceSize)
    return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(data)])
  },
  fromStorage(data) {
    if (data.length < nonceSize + tagSize)
      throw new Error('the stored data was shorter than the required size')
    const cipher = xsalsa20poly1305(key, data.subarray(0, nonceSize))
    return { data: opened(() => cipher.decrypt(data.subarray(nonceSize))), stale: false }
  },
})

/** What upstream says of data that was changed, or is under another key. */
const notOpened = 'output array was not large enough for encryption'

function opened(open: () => Uint8Array): Buffer {
  try {
    const { buffer, byteOffset, length } = open()
    return Buffer.from(buffer, byteOffset, length)
  } catch (error) {
    throw new Error(notOpened, { cause: error })
  }
}
