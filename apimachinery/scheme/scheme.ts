// Upstream: pkg/api/legacyscheme and k8s.io/apimachinery/pkg/runtime/{scheme.go,serializer/json}
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'
import { apimachineryDialect } from '../dialect.ts'
import { withNotesOf } from '../given-empty.ts'
import { isObject, type JsonObject, type KubeObject } from '../json.ts'
import { parseApiVersion } from './api-version.ts'
import type { Codec, DecodeState } from './codec.ts'
import { CodecCompiler } from './codec-compiler.ts'
import { DecodeError, isStackOverflow, tooDeep } from './decode-error.ts'
import { fieldType, type GoTypes, goTypes, parseField } from './go-types.ts'
import type { ProtobufFacts } from './protobuf-message.ts'
import { SchemaDefaults } from './schema-defaults.ts'
import type { SchemaLookup } from './schema-lookup.ts'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
/** Kinds without a version. Upstream: metav1.AddToGroupVersion (AddUnversionedTypes) */
export const unversionedKinds: readonly string[] = [
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]
/** Kinds that upstream registers in every group version (metav1.AddToGroupVersion), and those that have none. */
const everywhere = new Set([
  'WatchEvent',
  'ListOptions',
  'GetOptions',
  'DeleteOptions',
  'CreateOptions',
  'UpdateOptions',
  'PatchOptions',
  ...unversionedKinds,
])

/** A decoded object with its strict errors. */
export interface Decoded {
  /** The object as Go would encode it again: known fields only, in Go's order, omitempty applied, quantities and times canonical. */
  readonly object: KubeObject
  /** `unknown field "spec.foo"` and `duplicate field "spec.x"`, in the document's order, 100 at most. */
  readonly strictErrors: string[]
}

/** Types beside those of a release, or in place of some, as its facts would describe them. */
export interface MoreTypes {
  /** Follows the release in the scheme's name; undefined where nothing is stored by it. */
  readonly name?: string
  readonly types: GoTypes
  /** The schemas of types by their names in OpenAPI. */
  readonly schemas: Readonly<Record<string, SchemaFacts>>
  /** The messages of types by their names in protobuf. */
  readonly protobuf: ProtobufFacts
}

/** The kinds of one release: their types, decoding, and the defaults that schemas hold. Immutable; compiles lazily. */
export class Scheme implements SchemaLookup {
  /** The release in the form `1.34`. */
  readonly minor: string
  /** `1.34`, or `1.36+1a2b3c4d` with the types of a plan: stored objects name the scheme that wrote them. */
  readonly name: string
  readonly types: GoTypes
  /** Messages that no release records. */
  readonly moreMessages: ProtobufFacts
  private readonly schemas: Readonly<Record<string, SchemaFacts>>
  private readonly flat = new Map<string, SchemaFacts>()
  private readonly compiler: CodecCompiler
  private readonly defaults: SchemaDefaults
  /** Group version → package. */
  private readonly packages = new Map<string, string>()
  /** Kind → version → group → type, of those that were asked for: texts that are put together take longer to be looked up. */
  private readonly typeNames = new Map<string, Map<string, Map<string, string>>>()
  private readonly namesEmbedded: boolean

  constructor(minor: string, more?: MoreTypes) {
    this.minor = minor
    this.name = more?.name === undefined ? minor : `${minor}+${more.name}`
    this.types = more === undefined ? goTypes(minor) : { ...goTypes(minor), ...more.types }
    this.moreMessages = more?.protobuf ?? {}
    const recorded = releaseFacts(minor, 'schemas')
    this.schemas = more === undefined ? recorded : { ...recorded, ...more.schemas }
    this.compiler = new CodecCompiler(this.types)
    this.defaults = new SchemaDefaults((name) => this.schema(name), this.types)
    this.namesEmbedded = apimachineryDialect(minorOf(minor)).namesEmbeddedStructs
    for (const [name, pkg] of Object.entries(this.types))
      if (pkg.version !== '') this.packages.set(`${pkg.group}/${pkg.version}`, name)
  }

  typeName(group: string, version: string, kind: string): string | undefined {
    const found = this.typeNames.get(kind)?.get(version)?.get(group)
    if (found !== undefined) return found
    if (everywhere.has(kind)) return `${meta}.${kind}`
    const pkg = this.packages.get(`${group}/${version}`)
    if (pkg === undefined || !Object.hasOwn(this.types[pkg]!.types, kind)) return undefined
    const name = `${pkg}.${kind}`
    const byVersion = this.typeNames.get(kind) ?? new Map<string, Map<string, string>>()
    const byGroup = byVersion.get(version) ?? new Map<string, string>()
    this.typeNames.set(kind, byVersion.set(version, byGroup.set(group, name)))
    return name
  }

  schema(typeName: string): SchemaFacts | undefined {
    if (!Object.hasOwn(this.schemas, typeName)) return undefined
    let facts = this.flat.get(typeName)
    if (facts === undefined) {
      facts = withPlainReferences(this.schemas[typeName]!)
      this.flat.set(typeName, facts)
    }
    return facts
  }

  /** Whether upstream's scheme knows the kind, also where no server of the release serves it. */
  isRegistered(group: string, version: string, kind: string): boolean {
    if (everywhere.has(kind)) return true
    const pkg = this.packages.get(`${group}/${version}`)
    return pkg !== undefined && this.types[pkg]!.kinds.includes(kind)
  }

  /** All group versions that upstream's scheme knows, sorted. */
  groupVersions(): { group: string; version: string }[] {
    const all = [...this.packages.values()].map((name) => ({
      group: this.types[name]!.group,
      version: this.types[name]!.version,
    }))
    return all.sort((a, b) =>
      a.group === b.group ? (a.version < b.version ? -1 : 1) : a.group < b.group ? -1 : 1,
    )
  }

  /** Go's type of a field (`*int64`, `[]Container`); undefined where the type has no such field. */
  goFieldType(typeName: string, field: string): string | undefined {
    return fieldType(this.types, typeName, field)
  }

  /** The fields of a recorded struct in Go's order: name in JSON and Go type; embedded structs are left out. */
  goFields(typeName: string): { name: string; type: string }[] {
    const dot = typeName.lastIndexOf('.')
    const facts = this.types[typeName.slice(0, dot)]?.types[typeName.slice(dot + 1)]
    if (!Array.isArray(facts)) return []
    return facts
      .map(parseField)
      .filter((field) => !field.inline)
      .map((field) => ({ name: field.json, type: field.type }))
  }

  /** All registered kinds that can be decoded. */
  kinds(): { group: string; version: string; kind: string }[] {
    return [...this.packages.values()].flatMap((name) => {
      const { group, version, kinds, types } = this.types[name]!
      return kinds.filter((kind) => Object.hasOwn(types, kind)).map((kind) => ({ group, version, kind }))
    })
  }

  /**
   * Decodes a JSON value (of the parsers in this folder, for exact texts of errors) as the given kind.
   * `apiVersion` and `kind` of the result are those given. Throws a {@link DecodeError}: the message is upstream's
   * `json: cannot unmarshal …`, without the handler's words before it.
   * @param settled an object of the kind that was decoded: parts that `value` shares with it are shared with the result too
   */
  decode(group: string, version: string, kind: string, value: unknown, settled?: unknown): Decoded {
    return this.decodeKind(group, version, kind, value, true, settled)
  }

  private decodeKind(
    group: string,
    version: string,
    kind: string,
    value: unknown,
    notesEmpty: boolean,
    settled?: unknown,
  ): Decoded {
    const typeName = this.mustHave(group, version, kind)
    const { value: object, strictErrors } = this.decodeType(typeName, value, notesEmpty, settled)
    const apiVersion = group === '' ? version : `${group}/${version}`
    const all: Record<string, unknown> = { kind, apiVersion }
    // Fields of a Go type: none is named __proto__. Not by a rest, which takes as long as some of the fields.
    for (const key in object as object)
      if (key !== 'kind' && key !== 'apiVersion') all[key] = (object as Record<string, unknown>)[key]
    const decoded = withNotesOf(object as object, all) as unknown as KubeObject
    // The one list whose emptiness says something: it resets what is tracked.
    if (hasEmptyManagedFields(value)) decoded.metadata.managedFields = []
    return { object: decoded, strictErrors }
  }

  /** Whether objects of the kind have no type, but a schema: custom resources. */
  isUnstructured(_kind: { group: string; version: string; kind: string }): boolean {
    return false
  }

  /** The object that data is where the kind that is wanted has no type, whatever kind the data says; undefined where it has one. */
  decodeUnstructured(
    _wanted: { group: string; version: string; kind: string },
    _value: JsonObject,
  ): Decoded | undefined {
    return undefined
  }

  /** Decodes a value of any recorded type (`io.k8s.api.core.v1.PodSpec`). */
  decodeType(
    typeName: string,
    value: unknown,
    notesEmpty = false,
    settled?: unknown,
  ): { value: unknown; strictErrors: string[] } {
    const codec = this.codec(typeName)
    const state: DecodeState = {
      namesEmbedded: this.namesEmbedded,
      error: undefined,
      notesEmpty,
      settled,
      strictErrors: undefined,
    }
    const out = decodeNested(codec, value, state)
    if (state.error !== undefined) throw state.error
    return { value: out, strictErrors: state.strictErrors === undefined ? [] : [...state.strictErrors] }
  }

  /** The object as Go would encode it, for objects that a program changed (sets Go's zero values, drops empty fields, orders keys). */
  normalize<T extends KubeObject>(object: T): T {
    const { group, version } = parseApiVersion(object.apiVersion)
    return this.decodeKind(group, version, object.kind, object, false).object as T
  }

  /** Sets the defaults that schemas hold, in place (upstream: +default markers; SetDefaults_* functions are the strategies'). */
  setSchemaDefaults(object: KubeObject): void {
    const { group, version } = parseApiVersion(object.apiVersion)
    const name = this.typeName(group, version, object.kind)
    if (name !== undefined) this.defaults.apply(name, object)
  }

  private mustHave(group: string, version: string, kind: string): string {
    const name = this.typeName(group, version, kind)
    if (name === undefined)
      throw new DecodeError(
        `no kind "${kind}" is registered for version "${group === '' ? version : `${group}/${version}`}"`,
      )
    return name
  }

  private codec(typeName: string): Codec {
    const codec = this.compiler.codec(typeName)
    if (codec === undefined) throw new Error(`${typeName} is no type of release ${this.minor}`)
    return codec
  }
}

/** @note Data can be nested deeper than the stack goes, which Go's grows with. */
function decodeNested(codec: Codec, value: unknown, state: DecodeState): unknown {
  try {
    return codec.decode(value, state, undefined)
  } catch (error) {
    throw isStackOverflow(error) ? new DecodeError(tooDeep) : error
  }
}

function hasEmptyManagedFields(value: unknown): boolean {
  const metadata = isObject(value) ? value['metadata'] : undefined
  const entries = isObject(metadata) ? metadata['managedFields'] : undefined
  return Array.isArray(entries) && entries.length === 0
}

/** References that stand in an allOf, beside other facts of the property, also as `$ref`. */
function withPlainReferences(facts: SchemaFacts): SchemaFacts {
  const wrapped = Object.entries(facts.properties ?? {}).filter(
    ([, property]) => property['allOf'] !== undefined,
  )
  if (wrapped.length === 0) return facts
  const plain = wrapped.map(([name, property]) => {
    const [{ $ref }] = property['allOf'] as [{ $ref: string }]
    return [name, { ...property, $ref }] as const
  })
  return { ...facts, properties: { ...facts.properties, ...Object.fromEntries(plain) } }
}

const schemes = new Map<string, Scheme>()

/** The scheme of a minor release (`1.34`), made once. Throws where the release is not recorded. */
export function schemeFor(minor: string): Scheme {
  let scheme = schemes.get(minor)
  if (scheme === undefined) {
    scheme = new Scheme(minor)
    schemes.set(minor, scheme)
  }
  return scheme
}
