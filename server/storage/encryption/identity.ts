// Upstream: apiserver/pkg/storage/value/encrypt/identity/identity.go
import type { Transformer } from './transformer.ts'

const encryptedPrefix = Buffer.from('k8s:enc:')

/** The transformer of the provider `identity`: keeps data unencrypted, and throws where it reads encrypted data. */
export const identity: Transformer = {
  toStorage: (data) => data,
  fromStorage(data) {
    if (data.subarray(0, encryptedPrefix.length).equals(encryptedPrefix))
      throw new Error('identity transformer tried to read encrypted data')
    return { data, stale: false }
  },
}
