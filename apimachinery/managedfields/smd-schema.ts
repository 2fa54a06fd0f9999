// Upstream: k8s.io/kube-openapi pkg/schemaconv/{smd,openapi}.go, sigs.k8s.io/structured-merge-diff schema/elements.go
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { fieldElement, type PathElement } from './path-element.ts'

/** The scalars that structured merge diff tells apart; `untyped` allows any of them. */
export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped'

/** The types that a value may have: one of these, or several where the type is not fixed. */
export interface Atom {
  readonly scalar?: ScalarType
  readonly list?: ListType
  readonly map?: MapType
}

/** A list: atomic (one leaf), or associative: a set, or keyed by fields of its items. */
export interface ListType {
  readonly atomic: boolean
  readonly keys: readonly string[]
  readonly element: TypeRef
}

/** A struct (with declared fields), a map (`element` for the other keys), or both. */
export interface MapType {
  readonly atomic: boolean
  readonly fields: ReadonlyMap<string, FieldType>
  /** undefined: only declared fields are allowed. */
  readonly element: TypeRef | undefined
  /** A map of which nothing is known (custom resources): its ownership is not reconciled with the schema. */
  readonly deduced: boolean
}

/** A field of a struct, with its default (undefined where it has none) and its element in paths. */
export interface FieldType {
  readonly type: TypeRef
  readonly default: unknown
  readonly path: PathElement
}

/** A reference to a type, resolved when it is first used (types refer to themselves). */
export class TypeRef {
  readonly name: string | undefined
  private readonly find: () => Atom | undefined
  private found: Atom | undefined
  private done = false
  constructor(name: string | undefined, find: () => Atom | undefined) {
    this.name = name
    this.find = find
  }
  get atom(): Atom | undefined {
    if (!this.done) {
      this.found = this.find()
      this.done = true
    }
    return this.found
  }
}

const untypedAtom: Atom = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], element: new TypeRef('__untyped_atomic_', () => untypedAtom) },
  map: {
    atomic: true,
    fields: new Map(),
    element: new TypeRef('__untyped_atomic_', () => untypedAtom),
    deduced: false,
  },
}
const untypedRef = new TypeRef('__untyped_atomic_', () => untypedAtom)
const deducedAtom: Atom = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], element: untypedRef },
  map: {
    atomic: false,
    fields: new Map(),
    element: new TypeRef('__untyped_deduced_', () => deducedAtom),
    deduced: true,
  },
}
/** The type of values without a schema: maps are merged, lists are leaves. */
export const deducedRef = new TypeRef('__untyped_deduced_', () => deducedAtom)

const fixedAtoms: ReadonlyMap<string, Atom> = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { scalar: 'untyped' } as Atom],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', untypedAtom],
])

/** The types of a release in the form that merging and comparing need; compiled when first used and then kept. */
export class SmdSchema {
  private readonly lookup: SchemaLookup
  private readonly atoms = new Map<string, Atom | undefined>()
  private readonly roots = new Map<string, TypeRef | undefined>()

  constructor(lookup: SchemaLookup) {
    this.lookup = lookup
  }

  /** The type of a kind; undefined where the kind is not known. */
  typeOf(group: string, version: string, kind: string): TypeRef | undefined {
    const id = `${group}/${version}/${kind}`
    if (!this.roots.has(id)) {
      const name = this.lookup.typeName(group, version, kind)
      this.roots.set(id, name === undefined ? undefined : this.named(name))
    }
    return this.roots.get(id)
  }

  private named(name: string): TypeRef {
    return new TypeRef(name, () => {
      if (!this.atoms.has(name)) this.atoms.set(name, this.compileNamed(name))
      return this.atoms.get(name)
    })
  }

  private compileNamed(name: string): Atom | undefined {
    const fixed = fixedAtoms.get(name)
    if (fixed !== undefined) return fixed
    const facts = this.lookup.schema(name)
    return facts === undefined ? undefined : this.compile(facts, false)
  }

  private compile(facts: SchemaFacts, preserveInherited: boolean): Atom {
    const preserve = preserveInherited || facts['x-kubernetes-preserve-unknown-fields'] === true
    switch (facts.type) {
      case undefined:
      case '':
        return { scalar: 'untyped', list: this.list(facts, preserve), map: this.map(facts, preserve) }
      case 'object':
        return { map: this.map(facts, preserve) }
      case 'array':
        return { list: this.list(facts, preserve) }
      default:
        return { scalar: scalarType(facts.type, facts.format) }
    }
  }

  private reference(facts: SchemaFacts, preserve: boolean): TypeRef {
    const all = facts.allOf as SchemaFacts[] | undefined
    const target = facts.$ref ?? (all?.length === 1 ? all[0]!.$ref : undefined)
    if (target === undefined) return new TypeRef(undefined, () => this.compile(facts, preserve))
    const relation = facts['x-kubernetes-map-type']
    const plain = this.named(target)
    if (relation === undefined) return plain
    return new TypeRef(target, () => overridden(plain.atom, relation === 'atomic'))
  }

  private map(facts: SchemaFacts, preserve: boolean): MapType {
    const fields = new Map<string, FieldType>()
    for (const [name, property] of Object.entries(facts.properties ?? {})) {
      fields.set(name, {
        type: this.reference(property, preserve),
        default: property.default,
        path: fieldElement(name),
      })
    }
    const extra = facts.additionalProperties as SchemaFacts | boolean | undefined
    let element: TypeRef | undefined
    if (extra === undefined) element = preserve || fields.size === 0 ? deducedRef : undefined
    else if (typeof extra === 'object') element = this.reference(extra, preserve)
    else element = extra ? deducedRef : undefined
    const inlineUntyped =
      typeof extra === 'object' && element?.name === undefined && element?.atom?.scalar === 'untyped'
    return {
      atomic: facts['x-kubernetes-map-type'] === 'atomic',
      fields,
      element,
      deduced: fields.size === 0 && (element === deducedRef || inlineUntyped),
    }
  }

  private list(facts: SchemaFacts, preserve: boolean): ListType {
    return {
      ...listRelation(facts),
      element: facts.items === undefined ? untypedRef : this.reference(facts.items, preserve),
    }
  }
}

const schemas = new WeakMap<SchemaLookup, SmdSchema>()

/** The types of a lookup that never changes, as a scheme is: compiled once for all who ask. */
export function smdSchemaOf(lookup: SchemaLookup): SmdSchema {
  let schema = schemas.get(lookup)
  if (schema === undefined) {
    schema = new SmdSchema(lookup)
    schemas.set(lookup, schema)
  }
  return schema
}

function overridden(atom: Atom | undefined, atomic: boolean): Atom | undefined {
  if (atom?.map !== undefined) return { ...atom, map: { ...atom.map, atomic } }
  if (atom?.list !== undefined) return { ...atom, list: { ...atom.list, atomic } }
  return undefined
}

function scalarType(type: string, format: string | undefined): ScalarType {
  if (type === 'integer' || type === 'number') return 'numeric'
  if (type === 'boolean') return 'boolean'
  return type === 'string' && (format === undefined || format === '' || format === 'byte')
    ? 'string'
    : 'untyped'
}

function listRelation(facts: SchemaFacts): { atomic: boolean; keys: readonly string[] } {
  const type = facts['x-kubernetes-list-type']
  if (type === 'set') return { atomic: false, keys: [] }
  if (type === 'map') return { atomic: false, keys: facts['x-kubernetes-list-map-keys'] ?? [] }
  const strategy = facts['x-kubernetes-patch-strategy']
  if (type === undefined && (strategy === 'merge' || strategy === 'merge,retainKeys')) {
    const key = facts['x-kubernetes-patch-merge-key']
    return { atomic: false, keys: key === undefined ? [] : [key] }
  }
  return { atomic: true, keys: [] }
}
