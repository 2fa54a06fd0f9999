// Upstream: apiserver/pkg/server/options/encryptionconfig/config.go

import type { GroupResource } from '../../../apimachinery/status-error.ts'
import { aescbc, aesgcm } from './aes.ts'
import type { EncryptionConfiguration, EncryptionKeys, ProviderConfiguration } from './configuration.ts'
import { identity } from './identity.ts'
import { secretbox } from './secretbox.ts'
import { type PrefixTransformer, PrefixTransformers, type Transformer } from './transformer.ts'

/** Finds the transformer by which the objects of a resource are stored. */
export type TransformerFor = (resource: GroupResource) => Transformer

/** The group and plural in `deployments.apps`; the plural ends at the first dot. Upstream: schema.ParseGroupResource */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf('.')
  return dot < 0
    ? { group: '', resource: text }
    : { group: text.slice(dot + 1), resource: text.slice(0, dot) }
}

const keyOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`
const everything = '*.*'

/** The resource in the form of the configuration: `secrets`, `deployments.apps`, `*.` for the core group. */
const shown = ({ group, resource }: GroupResource): string =>
  group === '' && resource !== '*' ? resource : `${resource}.${group}`

/**
 * What a checked configuration says of each resource: the resource's own entry, that of its group, that of all. Throws an Error
 * where an entry can have no effect, because an earlier one is for all of its group.
 * @param hasWildcards whether the release knows `*.*` and `*.group`, which are names like any other before
 */
export function transformersOf(
  { resources }: EncryptionConfiguration,
  hasWildcards: boolean,
): TransformerFor {
  const lists = new Map<string, PrefixTransformer[]>()
  for (const { resources: names, providers } of resources) {
    const transformers = providers.map(transformerOf)
    for (const resource of names.map(parseGroupResource)) {
      if (hasWildcards) checkMasks(lists, resource)
      const key = keyOf(resource)
      lists.set(key, [...(lists.get(key) ?? []), ...transformers])
    }
  }
  return chooser(lists, hasWildcards)
}

function checkMasks(earlier: ReadonlyMap<string, unknown>, resource: GroupResource): void {
  for (const mask of [
    { group: resource.group, resource: '*' },
    { group: '*', resource: '*' },
  ])
    if (earlier.has(keyOf(mask)))
      throw new Error(`resource "${shown(resource)}" is masked by earlier rule "${shown(mask)}"`)
}

function chooser(
  lists: ReadonlyMap<string, readonly PrefixTransformer[]>,
  hasWildcards: boolean,
): TransformerFor {
  const made = new Map<string, Transformer>()
  for (const [key, list] of lists) made.set(key, new PrefixTransformers('no matching prefix found', list))
  return ({ group, resource }) => {
    const own = made.get(keyOf({ group, resource }))
    const wider = hasWildcards
      ? (made.get(keyOf({ group, resource: '*' })) ?? made.get(everything))
      : undefined
    return own ?? wider ?? identity
  }
}

function transformerOf({
  aescbc: cbc,
  aesgcm: gcm,
  secretbox: box,
}: ProviderConfiguration): PrefixTransformer {
  if (gcm !== undefined) return { prefix: 'k8s:enc:aesgcm:v1:', transformer: withKeys(gcm, 'AES', aesgcm) }
  if (cbc !== undefined) return { prefix: 'k8s:enc:aescbc:v1:', transformer: withKeys(cbc, 'AES', aescbc) }
  if (box !== undefined)
    return { prefix: 'k8s:enc:secretbox:v1:', transformer: withKeys(box, 'Secretbox', secretbox) }
  return { prefix: '', transformer: identity }
}

const withKeys = (
  { keys }: EncryptionKeys,
  provider: string,
  make: (key: Buffer) => Transformer,
): Transformer =>
  new PrefixTransformers(
    `no matching key was found for the provided ${provider} transformer`,
    keys.map(({ name, secret }) => ({
      prefix: `${name}:`,
      transformer: make(Buffer.from(secret, 'base64')),
    })),
  )
