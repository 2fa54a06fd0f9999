// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/{typeconverter,versionconverter}.go

import type { JsonObject, JsonValue, KubeObject } from '../json.ts'
import { parseGroupVersion } from '../scheme/api-version.ts'
import { type Comparison, compare } from './compare.ts'
import type { FieldSet } from './field-set.ts'
import type { ListItemRules } from './list-items.ts'
import { mergeTyped } from './merge.ts'
import { removeItems, withNamedFields } from './remove.ts'
import type { Atom, SmdSchema, TypeRef } from './smd-schema.ts'
import { toFieldSet } from './to-field-set.ts'
import { typedErrorText, validateTyped } from './validate.ts'

/** A version that the server does not know (any more): its managers are forgotten. */
export class MissingVersionError extends Error {}

/** An object with its type, for merging. `apiVersion` as `apps/v1`. */
export interface TypedObject {
  readonly value: KubeObject
  readonly apiVersion: string
  readonly atom: Atom
}

/** The operations on objects of one kind, in any of its versions. */
export class TypedObjects {
  readonly kind: string
  readonly rules: ListItemRules
  private readonly schema: SmdSchema
  private readonly convertObject: (object: KubeObject, apiVersion: string) => KubeObject
  private readonly checksConverted: boolean

  /** @param checksConverted what is converted need not fit the type of its version: custom resources */
  constructor(
    schema: SmdSchema,
    kind: string,
    rules: ListItemRules,
    convert?: (object: KubeObject, apiVersion: string) => KubeObject,
    checksConverted = false,
  ) {
    this.checksConverted = checksConverted
    this.schema = schema
    this.kind = kind
    this.rules = rules
    this.convertObject = convert ?? ((object, apiVersion) => ({ ...object, apiVersion }))
  }

  /** Throws MissingVersionError. */
  typeOf(apiVersion: string): TypeRef {
    const { group, version } = parseGroupVersion(apiVersion)
    const type = this.schema.typeOf(group, version, this.kind)
    if (type?.atom === undefined)
      throw new MissingVersionError(`no corresponding type for ${group}/${version}, Kind=${this.kind}`)
    return type
  }

  typed(value: KubeObject, apiVersion: string): TypedObject {
    return { value, apiVersion, atom: this.typeOf(apiVersion).atom! }
  }

  /** Throws MissingVersionError, and an Error of `what` for an object that does not fit the type of its new version. */
  convert(object: TypedObject, apiVersion: string, what = 'object'): TypedObject {
    if (object.apiVersion === apiVersion) return object
    this.typeOf(apiVersion)
    const converted = this.typed(this.convertObject(object.value, apiVersion), apiVersion)
    if (this.checksConverted) this.check(converted, what)
    return converted
  }

  private check({ value, apiVersion }: TypedObject, what: string): void {
    const errors = validateTyped(this.typeOf(apiVersion), json(value), this.rules, !this.rules.strictLists)
    if (errors.length > 0) throw new Error(`failed to convert ${what}: ${typedErrorText(errors)}`)
  }

  compare(left: TypedObject, right: TypedObject): Comparison {
    return compare(left.atom, json(left.value), json(right.value), this.rules)
  }

  merge(left: TypedObject, right: KubeObject): TypedObject {
    return {
      ...left,
      value: mergeTyped(left.atom, json(left.value), json(right), this.rules) as unknown as KubeObject,
    }
  }

  remove(object: TypedObject, set: FieldSet): TypedObject {
    return {
      ...object,
      value: removeItems(object.atom, json(object.value), set, this.rules) as unknown as KubeObject,
    }
  }

  fieldSet(object: TypedObject): FieldSet {
    return toFieldSet(object.atom, json(object.value), this.rules)
  }

  namedFieldSet(object: TypedObject): FieldSet {
    return withNamedFields(this.fieldSet(object), object.atom)
  }
}

const json = (object: KubeObject): JsonValue => object as unknown as JsonObject
