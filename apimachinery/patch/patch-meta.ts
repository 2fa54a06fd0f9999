// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/meta.go, third_party/forked/golang/json/fields.go
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { PatchError } from './patch-error.ts'

/** The patch strategy and merge key of a field. */
export interface PatchMeta {
  /** `merge`, `replace` or '' (retainKeys taken off). */
  readonly strategy: string
  readonly mergeKey: string
  /** The type of the field, or of the items of the list. */
  readonly type: PatchType
}

/** A type as strategic merge sees it: a struct whose fields have strategies, or something else. */
export class PatchType {
  private readonly lookup: SchemaLookup
  private readonly facts: SchemaFacts | undefined
  private readonly name: string

  constructor(lookup: SchemaLookup, facts: SchemaFacts | undefined, name = '') {
    const target = facts?.$ref ?? (facts?.allOf as SchemaFacts[] | undefined)?.[0]?.$ref
    this.lookup = lookup
    this.facts = target === undefined ? facts : lookup.schema(target)
    this.name = target ?? name
  }

  /** The kind of the Go type, as `struct`. */
  get kind(): string {
    const { facts } = this
    if (facts?.type === 'array') return 'slice'
    if (facts?.type === 'object' || facts?.properties !== undefined)
      return facts.additionalProperties !== undefined && facts.properties === undefined ? 'map' : 'struct'
    return facts?.type === 'integer' ? 'int' : facts?.type === 'boolean' ? 'bool' : 'string'
  }

  /** The patch strategy and type of a field that holds an object. */
  forStruct(key: string): PatchMeta {
    const facts = this.field(key)
    return { ...strategyOf(facts), type: new PatchType(this.lookup, facts) }
  }

  /**
   * The patch strategy of a field that holds a list, and the type of the list's items. Upstream takes a pointer for one to a list: the
   * items of a list that is given in place of its struct are of that struct.
   */
  forSlice(key: string): PatchMeta {
    const facts = this.field(key)
    const list = new PatchType(this.lookup, facts)
    if (list.kind === 'slice')
      return { ...strategyOf(facts), type: new PatchType(this.lookup, list.facts?.items) }
    const isPointer = this.lookup.goFieldType?.(this.name, key)?.startsWith('*') === true
    if (isPointer) return { ...strategyOf(facts), type: list }
    throw new PatchError('internal', `expected slice or array type, but got: ${this.kind}`)
  }

  /** The field of that name; where there is none, one that differs in case only. */
  private field(key: string): SchemaFacts {
    if (this.kind !== 'struct') {
      throw new PatchError(
        'internal',
        `merging an object in json but data type is not struct, instead is: ${this.kind}`,
      )
    }
    const properties = this.facts?.properties ?? {}
    if (Object.hasOwn(properties, key)) return properties[key]!
    const folded = Object.keys(properties).find((name) => name.toLowerCase() === key.toLowerCase())
    if (folded !== undefined) return properties[folded]!
    const short = this.name.slice(this.name.lastIndexOf('.') + 1)
    throw new PatchError(
      'internal',
      `unable to find api field in struct ${short} for the json field ${JSON.stringify(key)}`,
    )
  }
}

function strategyOf(facts: SchemaFacts): { strategy: string; mergeKey: string } {
  const strategies = (facts['x-kubernetes-patch-strategy'] ?? '').split(',')
  const others = strategies.filter((name) => name !== 'retainKeys')
  return { strategy: others[0] ?? '', mergeKey: facts['x-kubernetes-patch-merge-key'] ?? '' }
}
