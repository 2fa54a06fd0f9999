// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (unstructuredSchemaCoercer, unstructuredDefaulter)

import type { CustomResourceDefinitionSpec, JSONSchemaProps } from '../../../api/apiextensions-v1.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type ObjectMeta,
} from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import {
  type CustomResourceSchema,
  type CustomResourceSchemaOptions,
  customResourceSchema,
} from '../schema/custom-resource-schema.ts'
import { decodableFields, type ObjectMetaDecoder, objectMetaDecoder } from '../schema/decode-object-meta.ts'
import { pruneNonNullableNulls, setDefaults } from '../schema/defaulting.ts'
import { coerceEmbedded, dropInvalidMetadata } from '../schema/object-meta.ts'
import { prune } from '../schema/pruning.ts'
import type { Structural } from '../schema/structural.ts'

/** A group and kind, by which custom resources are told from what else passes a codec. */
export interface GroupKind {
  readonly group: string
  readonly kind: string
}

/** The release and gates of a server. */
export interface ReleaseAndGates {
  readonly minor: number
  readonly gates: FeatureGateReader
}

/** What decoding does to an object beside its schema: stored data is old, and repaired where a body would be refused. */
interface CoerceOptions {
  readonly stored: boolean
}

/** Metadata with its keys in alphabetical order, as maps of Go are written. */
export function sortedMeta(meta: ObjectMeta): ObjectMeta {
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(meta).sort()) out[key] = meta[key as keyof ObjectMeta]
  return out as ObjectMeta
}

/** The structural schemas of a definition by version, and what they do to objects. */
export class ResourceSchemas {
  private readonly schemas = new Map<string, CustomResourceSchema>()
  private readonly groupKind: GroupKind
  private readonly preserves: boolean
  private readonly minor: number
  private readonly decodeMeta: ObjectMetaDecoder

  /** Throws an Error for a schema that is none, which validation of definitions refuses. */
  constructor(spec: CustomResourceDefinitionSpec, kind: string, { minor, gates }: ReleaseAndGates) {
    this.groupKind = { group: spec.group ?? '', kind }
    this.preserves = spec.preserveUnknownFields === true
    this.minor = minor
    this.decodeMeta = objectMetaDecoder(minor)
    for (const { name = '', schema, subresources } of spec.versions ?? []) {
      const scale = subresources?.scale
      const options = {
        minor,
        gates,
        preserveUnknownFields: this.preserves,
        ...(scale === undefined ? {} : { scale }),
      }
      this.schemas.set(name, this.made(schema?.openAPIV3Schema, options))
    }
  }

  /** A schema that is not structural says nothing; only old definitions, which keep unknown fields, have one. */
  private made(
    props: JSONSchemaProps | undefined,
    options: CustomResourceSchemaOptions,
  ): CustomResourceSchema {
    try {
      return customResourceSchema(props, options)
    } catch (error) {
      if (!this.preserves) throw error
      return customResourceSchema(undefined, options)
    }
  }

  get(version: string): CustomResourceSchema | undefined {
    return this.schemas.get(version)
  }

  private structural(version: string): Structural | undefined {
    return this.schemas.get(version)?.structural
  }

  /** Sets the defaults of the version that the object names, in place. */
  default(object: KubeObject): void {
    const version = this.versionOf(object)
    if (version !== undefined) setDefaults(object, this.structural(version))
  }

  /**
   * Drops what the schema of the object's version does not know, in place: metadata is decoded, unknown fields and nulls go. The
   * paths of what is dropped. Throws a DecodeError for what cannot be metadata.
   */
  coerce(object: JsonObject, { stored }: CoerceOptions): string[] {
    const { kind, apiVersion } = object
    const meta = Object.hasOwn(object, 'metadata') ? this.metadataOf(object['metadata'], stored) : undefined
    const unknown = (meta?.unknown ?? []).map((name) => `metadata.${name}`)
    const version = this.versionOf(object)
    if (version !== undefined) {
      unknown.push(...this.coerceFields(object, this.structural(version), stored))
      if (stored && meta !== undefined && (meta.meta.generation ?? 0) === 0) meta.meta.generation = 1
    }
    if (kind !== undefined) object['kind'] = kind
    if (apiVersion !== undefined) object['apiVersion'] = apiVersion
    if (meta !== undefined) object['metadata'] = sortedMeta(meta.meta) as unknown as JsonValue
    return unknown
  }

  private coerceFields(object: JsonObject, schema: Structural | undefined, stored: boolean): string[] {
    const unknown: string[] = []
    if (!this.preserves) {
      unknown.push(...prune(object, schema, true))
      pruneNonNullableNulls(object, schema)
    }
    if (stored) {
      if (schema !== undefined) dropInvalidMetadata(object, schema, this.decodeMeta, false)
      return unknown
    }
    const coerced = coerceEmbedded(object, schema, this.minor)
    if (coerced.error !== undefined) throw new DecodeError(coerced.error.text)
    return [...unknown, ...coerced.unknown]
  }

  private metadataOf(value: unknown, stored: boolean): { meta: ObjectMeta; unknown: readonly string[] } {
    const decoded = this.decodeMeta(value)
    if (decoded.error === undefined) return decoded
    if (!stored) throw new DecodeError(decoded.error)
    const kept = decodableFields(value, this.decodeMeta)
    if (kept.error !== undefined) throw new DecodeError(kept.error)
    return kept
  }

  /** The version of a custom resource of this definition; undefined of other objects. */
  private versionOf({ apiVersion, kind }: { apiVersion?: unknown; kind?: unknown }): string | undefined {
    if (kind !== this.groupKind.kind || typeof apiVersion !== 'string') return undefined
    const { group, version } = parseApiVersion(apiVersion)
    return group === this.groupKind.group ? version : undefined
  }
}

/** The object with the keys of each map in alphabetical order but for those of custom data, which keep theirs. */
export function inGoOrder(object: KubeObject): KubeObject {
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort())
    if (key === '__proto__')
      Object.defineProperty(out, key, {
        value: object[key],
        enumerable: true,
        configurable: true,
        writable: true,
      })
    else out[key] = object[key]
  if (isObject(out['metadata'])) out['metadata'] = sortedMeta(out['metadata'] as ObjectMeta)
  return out as KubeObject
}
