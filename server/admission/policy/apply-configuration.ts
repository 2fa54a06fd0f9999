// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go
import { isObject, type JsonObject, type JsonValue, type KubeObject } from '../../../apimachinery/json.ts'
import { mergeTyped } from '../../../apimachinery/managedfields/merge.ts'
import { type Atom, smdSchemaOf, type TypeRef } from '../../../apimachinery/managedfields/smd-schema.ts'
import {
  type TypedError,
  typedErrorText,
  validateTyped,
} from '../../../apimachinery/managedfields/validate.ts'
import { fromUnstructured } from '../../../apimachinery/patch/from-unstructured.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { type CelValue, isList, isMap, ObjectValue } from '../../../cel/values/value.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { listItemRules } from '../../endpoints/list-item-rules.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'
import { MutationError } from './json-patch.ts'
import { misnamed, NativeError, objectJson } from './native.ts'
import type { TypeParts } from './versioned.ts'

/** The object with an `Object{…}` laid over it, as server-side apply merges. Throws MutationError. */
export function appliedTo(
  apiserver: GenericAPIServer,
  object: KubeObject,
  value: CelValue,
  parts: TypeParts,
): KubeObject {
  const { group, version } = parseApiVersion(object.apiVersion)
  const configuration = configurationOf(value, object)
  const type = publishes(apiserver, object)
    ? smdSchemaOf(parts.scheme).typeOf(group, version, object.kind)
    : undefined
  const fails = (why: string): MutationError => new MutationError(`error applying patch: ${why}`)
  if (type?.atom === undefined)
    throw fails(
      `failed to convert patch object to typed object: no corresponding type for ${object.apiVersion}, Kind=${object.kind}`,
    )
  const rules = listItemRules(apiserver.context.release.minor)
  const errors = [...nullErrors(type, value, ''), ...validateTyped(type, configuration, rules)]
  if (errors.length > 0)
    throw fails(`failed to convert patch object to typed object: ${typedErrorText(errors)}`)
  const atomics = atomicsIn(type, configuration, '')
  if (atomics.length > 0)
    throw fails(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`,
    )
  const merged = mergeTyped(type.atom, object as unknown as JsonObject, configuration, rules)
  return typedAgain(apiserver, merged as JsonObject, object.kind)
}

/** Whether the kind is among those that its own group and version publish: a Scale is not. */
function publishes({ registry }: GenericAPIServer, { apiVersion, kind }: KubeObject): boolean {
  const { group, version } = parseApiVersion(apiVersion)
  const isOwn = (one: GroupVersionKind): boolean =>
    one.kind === kind && one.group === group && one.version === version
  return (registry.groupVersion(group, version) ?? []).some(
    (resource) => isOwn(resource.kind) || [...resource.subresources.values()].some((sub) => isOwn(sub.kind)),
  )
}

function configurationOf(value: CelValue, { apiVersion, kind }: KubeObject): JsonObject {
  if (!(value instanceof ObjectValue))
    throw new MutationError('unsupported return type from ApplyConfiguration expression')
  const wrong = misnamed(value, value.typeName)
  if (wrong.length > 0) throw new MutationError(`type mismatch: ${wrong.join('\n')}`)
  try {
    return { ...objectJson(value, true), apiVersion, kind }
  } catch (error) {
    if (!(error instanceof NativeError)) throw error
    throw new MutationError('invalid return type: *dynamic.ObjectVal')
  }
}

const nullTexts = {
  boolean: 'expected boolean, got &{NULL_VALUE}',
  numeric: 'expected numeric (int or float), got structpb.NullValue',
  string: 'expected string, got &value.valueUnstructured{Value:0}',
  untyped: undefined,
} as const

const nullText = ({ scalar, list, map }: Atom): string | undefined =>
  scalar === undefined ? `expected ${map && !list ? 'map' : 'list'}, got &{NULL_VALUE}` : nullTexts[scalar]

/** What an expression says is null is a value of its own, which fits no type; an empty optional is none. */
function nullErrors(type: TypeRef | undefined, value: CelValue, path: string): TypedError[] {
  const atom = type?.atom
  if (atom === undefined) return []
  if (value === null) {
    const message = nullText(atom)
    return message === undefined ? [] : [{ path, message }]
  }
  if (typeof value !== 'object') return []
  if (isList(value))
    return [...value].flatMap((one, i) => nullErrors(atom.list?.element, one, `${path}[${i}]`))
  if (!isMap(value)) return []
  return [...value.keys()].flatMap((key) =>
    nullErrors(fieldType(atom, String(key)) ?? atom.map?.element, value.get(key)!, `${path}.${String(key)}`),
  )
}

const fieldType = (atom: Atom, key: string): TypeRef | undefined => atom.map?.fields.get(key)?.type

/** The paths of what can only be replaced as a whole. @note Values of maps without fields are looked at as the field before them. */
function atomicsIn(type: TypeRef, value: JsonValue, path: string): string[] {
  const { atom } = type
  if (atom === undefined) return []
  const found: string[] = []
  if (isObject(value) && atom.map !== undefined) {
    if (atom.map.atomic) found.push(path)
    for (const [key, one] of Object.entries(value)) {
      const field = fieldType(atom, key)
      if (field !== undefined) found.push(...atomicsIn(field, one!, `${path}.${key}`))
    }
  }
  if (Array.isArray(value) && atom.list !== undefined) {
    const { atomic, element } = atom.list
    if (atomic) found.push(path)
    for (const [i, one] of value.entries()) found.push(...atomicsIn(element, one, `${path}[${i}]`))
  }
  return found
}

/** What was merged as Go's type has it; of a kind that has none, as it is. */
function typedAgain({ scheme }: GenericAPIServer, merged: JsonObject, kind: string): KubeObject {
  const { group, version } = parseApiVersion(merged['apiVersion'] as string)
  const typeName = scheme.typeName(group, version, kind)
  if (typeName === undefined || !scheme.isRegistered(group, version, kind))
    return merged as unknown as KubeObject
  try {
    return scheme.decode(group, version, kind, fromUnstructured(merged, typeName, scheme)).object
  } catch (error) {
    const { message } = error as Error
    throw new MutationError(
      `unable to convert unstructured object to ${group}/${version}, Kind=${kind}: ${message}`,
    )
  }
}
