// Upstream: apiserver/pkg/apis/apiserver/validation/validation_encryption.go

import { errorText, type FieldError, FieldPath, field, Literal } from '../../apimachinery/field-error.ts'
import { badValue } from '../../apimachinery/go-print/bad-value.ts'
import { someAddress } from '../../apimachinery/go-print/syntax.ts'
import { validationDialect } from '../../apimachinery/validation/dialect.ts'
import type {
  EncryptionConfiguration,
  EncryptionKey,
  EncryptionKeys,
  ProviderConfiguration,
} from '../storage/encryption/configuration.ts'
import { parseGroupResource } from '../storage/encryption/transformers.ts'
import { optionsDialect } from './dialect.ts'

type Provider = 'aesgcm' | 'aescbc' | 'secretbox' | 'identity' | 'kms'

/** In the order in which messages tell them, with Go's names of the field and its type. */
const providers: readonly [provider: Provider, name: string, type: string][] = [
  ['aesgcm', 'AESGCM', 'AESConfiguration'],
  ['aescbc', 'AESCBC', 'AESConfiguration'],
  ['secretbox', 'Secretbox', 'SecretboxConfiguration'],
  ['identity', 'Identity', 'IdentityConfiguration'],
  ['kms', 'KMS', 'KMSConfiguration'],
]

/** Provider → the lengths that its keys may have, in bytes. In the order in which one of several is looked at. */
const keyLengths: readonly [provider: 'aesgcm' | 'aescbc' | 'secretbox', lengths: readonly number[]][] = [
  ['aesgcm', [16, 24, 32]],
  ['aescbc', [16, 24, 32]],
  ['secretbox', [32]],
]

const root = FieldPath.of('resources')

const needsOne = (path: FieldPath, what: string): FieldError =>
  field.required(path, `at least one ${what} is required`)

/** The texts of all errors. */
export function validateEncryption({ resources }: EncryptionConfiguration, minor: number): string[] {
  if (resources.length === 0) return [errorText(needsOne(root, 'resources'))]
  return resources
    .flatMap(({ resources: names, providers: list }, i) => [
      ...validateResources(names, root.index(i).child('resources'), minor),
      ...validateProviders(list, root.index(i).child('providers'), minor),
    ])
    .map(errorText)
}

function validateResources(names: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const missing = names.length === 0 ? [needsOne(path, String(path))] : []
  if (!optionsDialect(minor).encryptsByWildcard) return missing
  return [...missing, ...validateOverlap(names, path, minor), ...validateNames(names, path)]
}

function validateOverlap(names: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const all = names.map(parseGroupResource)
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const))
  const isSame = ([a, b]: (typeof pairs)[number]): boolean => a.group === b.group && a.resource === b.resource
  const isEverything = ({ group, resource }: (typeof all)[number]): boolean =>
    group === '*' && resource === '*'
  const overlaps = ([a, b]: (typeof pairs)[number]): boolean =>
    isEverything(a) || isEverything(b) || (a.group === b.group && [a.resource, b.resource].includes('*'))
  const error = (why: string): FieldError => field.invalid(path, badValue(names, '[]string', minor), why)
  const same = pairs.filter(isSame)
  return [
    ...(same.length > 0 ? [error('the same resource cannot be specified multiple times')] : []),
    ...(pairs.some(overlaps) ? [error(overlapping)] : []),
  ]
}

const overlapping =
  "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked"

/** Resources that are kept in etcd and are not served. */
const notServed = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']

const validateNames = (names: readonly string[], path: FieldPath): FieldError[] =>
  names.flatMap((name, i) => {
    const why = nameError(name)
    return why === undefined ? [] : [field.invalid(path.index(i), name, why)]
  })

function nameError(name: string): string | undefined {
  if (name.toLowerCase() !== name) return 'resource name should not contain capital letters'
  if (name === '*')
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"
  if (notServed.includes(name)) return 'resources which do not have REST API/s cannot be encrypted'
  const { group, resource } = parseGroupResource(name)
  if (group === 'events.k8s.io')
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file"
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption"
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported'
  return undefined
}

function validateProviders(
  list: readonly ProviderConfiguration[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (list.length === 0) return [needsOne(path, String(path))]
  return list.flatMap((provider, i) => validateProvider(provider, path.index(i), minor))
}

function validateProvider(provider: ProviderConfiguration, path: FieldPath, minor: number): FieldError[] {
  const found = providers.filter(([name]) => provider[name] !== undefined).length
  const error = (why: string): FieldError => field.invalid(path, shown(provider, minor), why)
  const count = found === 0 ? [error(none)] : found > 1 ? [error(several)] : []
  if (provider.kms !== undefined) return count
  const keyed = keyLengths.find(([name]) => provider[name] !== undefined)
  if (keyed === undefined) return count
  const [name, lengths] = keyed
  return [...count, ...validateKeys(provider[name]!, path.child(name).child('keys'), lengths)]
}

const none =
  'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity'
const several =
  'more than one provider specified in a single element, should split into different list elements'

/** The provider as Go prints it. Deviates: secrets are not told. */
function shown(provider: ProviderConfiguration, minor: number): Literal {
  const redacted = (name: Provider): unknown => {
    const keys = (provider[name] as Partial<EncryptionKeys> | undefined)?.keys
    if (provider[name] === undefined) return null
    return keys === undefined ? {} : { Keys: keys.map((key) => ({ Name: key.name, Secret: 'REDACTED' })) }
  }
  const { printsValuesAsJSON } = validationDialect(minor)
  if (printsValuesAsJSON)
    return new Literal(JSON.stringify(Object.fromEntries(providers.map(([p, name]) => [name, redacted(p)]))))
  const { configPackage: pkg } = optionsDialect(minor)
  const fields = providers.map(
    ([p, name, type]) => `${name}:(*${pkg}.${type})(${provider[p] === undefined ? 'nil' : someAddress})`,
  )
  return new Literal(`${pkg}.ProviderConfiguration{${fields.join(', ')}}`)
}

function validateKeys({ keys }: EncryptionKeys, path: FieldPath, lengths: readonly number[]): FieldError[] {
  if (keys === undefined || keys === null || keys.length === 0) return [needsOne(path, 'keys')]
  return keys.flatMap((key, i) => validateKey(key, path.index(i), lengths))
}

function validateKey(
  { name, secret }: EncryptionKey,
  path: FieldPath,
  lengths: readonly number[],
): FieldError[] {
  const mandatory = (what: string): FieldError =>
    field.required(path.child(what), `${what} is a mandatory field for a key`)
  const why = secretError(secret, lengths)
  return [
    ...(name ? [] : [mandatory('name')]),
    ...(secret ? [] : [mandatory('secret')]),
    ...(secret && why !== undefined ? [field.invalid(path.child('secret'), 'REDACTED', why)] : []),
  ]
}

/** Line breaks are no part of base64; padding is. Upstream: encoding/base64 StdEncoding */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function secretError(secret: string, lengths: readonly number[]): string | undefined {
  if (!base64.test(secret.replace(/[\r\n]/g, ''))) return 'secrets must be base64 encoded'
  const { length } = Buffer.from(secret, 'base64')
  return lengths.includes(length)
    ? undefined
    : `secret is not of the expected length, got ${length}, expected one of [${lengths.join(' ')}]`
}

/** The error about a provider that is valid and not simulated; undefined: there is none. Data would be plain without it. */
export function notSimulated({ resources }: EncryptionConfiguration): string | undefined {
  for (const [i, { providers: list }] of resources.entries())
    for (const [j, provider] of list.entries())
      if (provider.kms !== undefined)
        return `${root.index(i).child('providers').index(j).child('kms')}: KMS plugins are not simulated: use aescbc, aesgcm, secretbox or identity`
  return undefined
}
