// Upstream: apiserver/pkg/storage/value/encrypt/identity/identity.go
import type { Transformer } from './transformer.ts'

const encryptedPrefix = Buffer.from('k8s:enc:')

/** Data as it is. Does not read what is encrypted. */
export const identity: Transformer = {
  toStorage: (data) => data,
  fromStorage(data) {
    if (data.subarray(0, encryptedPrefix.length).equals(encryptedPrefix))
      throw new Error('identity transformer tried to read encrypted data')
    return { data, stale: false }
  },
}
