// Upstream: apiserver/pkg/apis/apiserver/types_encryption.go

/** A secret, in base64, and the name that stands before what it encrypts. */
export interface EncryptionKey {
  readonly name: string
  readonly secret: string
}

/** The keys of a provider: the first encrypts. */
export interface EncryptionKeys {
  readonly keys: readonly EncryptionKey[]
}

/** An encryption provider: exactly one field is set. */
export interface ProviderConfiguration {
  readonly aesgcm?: EncryptionKeys
  readonly aescbc?: EncryptionKeys
  readonly secretbox?: EncryptionKeys
  readonly identity?: object
  readonly kms?: object
}

/** The providers of some resources: the first provider writes, all read. */
export interface ResourceConfiguration {
  /** Names of resources: `secrets`, `deployments.apps`, `*.apps`, `*.` (core) and `*.*`. */
  readonly resources: readonly string[]
  readonly providers: readonly ProviderConfiguration[]
}

/** The file of --encryption-provider-config. */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[]
}
