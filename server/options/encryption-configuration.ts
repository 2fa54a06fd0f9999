// Upstream: apiserver/pkg/server/options/encryptionconfig/config.go (loadConfig), apiserver/pkg/apis/apiserver/v1/types_encryption.go

import { goQuote } from '../../apimachinery/field-error.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { type ConfigDocument, readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { EncryptionConfiguration } from '../storage/encryption/configuration.ts'
import { type TransformerFor, transformersOf } from '../storage/encryption/transformers.ts'
import { optionsDialect } from './dialect.ts'
import { StartupError } from './startup-error.ts'
import { notSimulated, validateEncryption } from './validate-encryption.ts'

const group = 'apiserver.config.k8s.io'
const apiVersion = `${group}/v1`
const kind = 'EncryptionConfiguration'

const types: GoTypes = {
  'io.k8s.apiserver.config.v1': {
    group,
    version: 'v1',
    name: 'v1',
    kinds: [kind],
    types: {
      EncryptionConfiguration: [
        ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
        'resources Resources []ResourceConfiguration',
      ],
      ResourceConfiguration: ['resources Resources []string', 'providers Providers []ProviderConfiguration'],
      ProviderConfiguration: [
        'aesgcm AESGCM *AESConfiguration o',
        'aescbc AESCBC *AESConfiguration o',
        'secretbox Secretbox *SecretboxConfiguration o',
        'identity Identity *IdentityConfiguration o',
        'kms KMS *KMSConfiguration o',
      ],
      AESConfiguration: ['keys Keys []Key'],
      SecretboxConfiguration: ['keys Keys []Key'],
      Key: ['name Name string', 'secret Secret string'],
      IdentityConfiguration: [],
      KMSConfiguration: [
        'apiVersion APIVersion string',
        'name Name string',
        'cachesize CacheSize *int32 o',
        'endpoint Endpoint string',
        'timeout Timeout *~apimachinery.pkg.apis.meta.v1.Duration o',
      ],
    },
  },
}

/** The transformers of a file of --encryption-provider-config. Throws a {@link StartupError} with upstream's text. */
export function parseEncryptionConfiguration(text: string, path: string, minor: number): TransformerFor {
  const { encryptionFile, encryptionErrors } = optionsDialect(minor)
  const named = (frame: string): string => frame.replace('%s', () => goQuote(path))
  if (text === '' && !encryptionFile.mayBeEmpty)
    throw new StartupError(
      `${encryptionFile.frame}encryption provider configuration file ${goQuote(path)} is empty`,
    )
  const configuration = attempt(named(encryptionErrors.frame), () =>
    checked(text, minor, named(encryptionErrors.decoding)),
  )
  return attempt('error while building transformers: ', () => {
    const missing = notSimulated(configuration)
    if (missing !== undefined) throw new Error(missing)
    return transformersOf(configuration, optionsDialect(minor).encryptsByWildcard)
  })
}

function attempt<T>(frame: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new StartupError(frame + (error as Error).message, { cause: error })
  }
}

function checked(text: string, minor: number, decoding: string): EncryptionConfiguration {
  const configuration = attempt(decoding, () => decode(text, minor))
  if (configuration === undefined) {
    const { apiVersion: version, kind: other } = readDocument(text)
    throw new Error(`got unexpected config type: ${version}, Kind=${other}`)
  }
  const errors = validateEncryption(configuration, minor)
  if (errors.length > 0) throw new Error(aggregate(errors))
  return configuration
}

/** The configuration with every list there; undefined: the text is another configuration of kube-apiserver. */
function decode(text: string, minor: number): EncryptionConfiguration | undefined {
  const dialect = optionsDialect(minor)
  const document = readDocument(text)
  const isEncryption = isEncryptionConfiguration(document)
  const known = dialect.serverConfigurations[apiVersion]!
  const isOther = !isEncryption && document.apiVersion === apiVersion && known.includes(document.kind)
  if (isOther && dialect.knowsOtherServerConfigurations) return undefined
  if (!isEncryption) throw new Error(notRegistered(document.kind, document.apiVersion, minor))
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), types)
  const { value, strictErrors } = scheme.decode(apiVersion, kind, document.value)
  const strict = [...document.strictErrors, ...strictErrors]
  if (strict.length > 0 && dialect.decodesEncryptionStrictly)
    throw new Error(`strict decoding error: ${strict.join(', ')}`)
  return completed(value as Partial<EncryptionConfiguration>)
}

/** Upstream registers a second name, which its documentation once had. */
const isEncryptionConfiguration = ({ apiVersion: version, kind: own }: ConfigDocument): boolean =>
  (version === apiVersion && own === kind) || (version === 'v1' && own === 'EncryptionConfig')

const completed = ({ resources }: Partial<EncryptionConfiguration>): EncryptionConfiguration => ({
  resources: (resources ?? []).map((entry) => ({
    resources: entry.resources ?? [],
    providers: entry.providers ?? [],
  })),
})
