// Upstream: pkg/registry/core/configmap/strategy.go, pkg/apis/core/validation/validation.go (ValidateConfigMap)

import type { ConfigMap } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { isConfigMapKey } from '../../../apimachinery/validation/keys.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { metaAgain, metaOnCreate, metaOnUpdate } from '../core/object-meta-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'

/** The most bytes of all values of a ConfigMap or Secret: 1 MiB. */
export const maxDataSize = 1024 * 1024
const asConfigMap = (object: KubeObject): ConfigMap => object as unknown as ConfigMap

/** The number of bytes that a base64 text stands for. */
export const decodedLength = (text: string): number => Buffer.from(text, 'base64').length

function validateConfigMap({ data = {}, binaryData = {} }: ConfigMap, minor: number): FieldError[] {
  const [texts, binaries] = [Object.keys(data), Object.keys(binaryData)]
  const bad = (at: FieldPath, key: string): FieldError[] =>
    isConfigMapKey(key).map((text) => field.invalid(at, key, text))
  const errors = [
    ...eachFinding(texts, (key) => {
      const at = FieldPath.of('data').key(key)
      if (getOwn(binaryData, key) === undefined) return bad(at, key)
      return [...bad(at, key), field.invalid(at, key, 'duplicate of key present in binaryData')]
    }),
    ...eachFinding(binaries, (key) => bad(FieldPath.of('binaryData').key(key), key)),
  ]
  let size = 0
  for (const key of texts) size += byteLength(data[key] ?? '')
  for (const key of binaries) size += decodedLength(binaryData[key] ?? '')
  // The path of an empty name prints as brackets.
  return size > maxDataSize ? [...errors, tooLong(FieldPath.of('[]'), maxDataSize, minor)] : errors
}

/** What may not change once `immutable` is set. */
export function validateImmutable(object: KubeObject, old: KubeObject, ...names: string[]): FieldError[] {
  if (old['immutable'] !== true) return []
  // reflect.DeepEqual: an empty map is not the same as none.
  const changed = names.filter(
    (name) => isGiven(object, name) !== isGiven(old, name) || !semanticDeepEqual(object[name], old[name]),
  )
  if (object['immutable'] !== true) changed.unshift('immutable')
  return changed.map((name) => field.forbidden(name, 'field is immutable when `immutable` is set'))
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateConfigMap(asConfigMap(object), ctx.server.release.minor),
  ],
  validateUpdate: (ctx, object, old) => [
    ...metaOnUpdate(object),
    ...validateImmutable(object, old, 'data', 'binaryData'),
    ...metaAgain(ctx, object),
    ...validateConfigMap(asConfigMap(object), ctx.server.release.minor),
  ],
}

/** The strategy of ConfigMaps. */
export const configMapRules: ResourceRules = { strategy }
