// Upstream: the defaults that markers (+default=…) give, which pkg/apis/*/zz_generated.defaults.go applies
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { deepCopy } from '../json.ts'
import { fieldType, type GoTypes } from './go-types.ts'

/** Sets the defaults of one type and of what it holds, in place. */
type Defaulter = (object: Record<string, unknown>) => void

type Facts = (typeName: string) => SchemaFacts | undefined

/** A property's type: a struct by name, within lists and maps. */
function structWithin(facts: SchemaFacts): { ref: string; depth: ('list' | 'map')[] } | undefined {
  if (facts.$ref !== undefined) return { ref: facts.$ref, depth: [] }
  const inner = facts.items ?? facts.additionalProperties
  const within = inner === undefined ? undefined : structWithin(inner)
  return within && { ref: within.ref, depth: [facts.items === undefined ? 'map' : 'list', ...within.depth] }
}

function each(value: unknown, depth: readonly ('list' | 'map')[], run: Defaulter): void {
  if (typeof value !== 'object' || value === null) return
  const [next, ...rest] = depth
  if (next === undefined) run(value as Record<string, unknown>)
  else for (const item of next === 'list' ? (value as unknown[]) : Object.values(value)) each(item, rest, run)
}

/** The defaults in the OpenAPI schemas of a release, compiled by type at the first use. */
export class SchemaDefaults {
  private readonly facts: Facts
  private readonly types: GoTypes
  /** `undefined`: the type and all that it holds have no defaults. */
  private readonly compiled = new Map<string, Defaulter | undefined>()
  private readonly withDefaults = new Map<string, boolean>()

  constructor(facts: Facts, types: GoTypes) {
    this.facts = facts
    this.types = types
  }

  apply(typeName: string, object: Record<string, unknown>): void {
    this.compile(typeName)?.(object)
  }

  private compile(typeName: string): Defaulter | undefined {
    if (this.compiled.has(typeName)) return this.compiled.get(typeName)
    if (!this.reachesDefaults(typeName, new Set())) {
      this.compiled.set(typeName, undefined)
      return undefined
    }
    const steps: Defaulter[] = []
    // Set before the fields are compiled: types refer to themselves.
    const run: Defaulter = (object) => {
      for (const step of steps) step(object)
    }
    this.compiled.set(typeName, run)
    for (const [name, property] of Object.entries(this.facts(typeName)?.properties ?? {})) {
      if (this.isDefault(typeName, name, property)) {
        const { pointer, zero } = this.field(typeName, name)
        steps.push((object) => {
          if (object[name] == null || (!pointer && object[name] === zero))
            object[name] = deepCopy(property.default)
        })
      }
      const within = structWithin(property)
      const inner = within && this.compile(within.ref)
      if (within && inner) steps.push((object) => each(object[name], within.depth, inner))
    }
    return run
  }

  private reachesDefaults(typeName: string, seen: Set<string>): boolean {
    const known = this.withDefaults.get(typeName)
    if (known !== undefined) return known
    if (seen.has(typeName)) return false
    seen.add(typeName)
    const found = Object.entries(this.facts(typeName)?.properties ?? {}).some(([name, property]) => {
      const within = structWithin(property)
      return (
        this.isDefault(typeName, name, property) ||
        (within !== undefined && this.reachesDefaults(within.ref, seen))
      )
    })
    if (found) this.withDefaults.set(typeName, true)
    return found
  }

  /** OpenAPI also names Go's zero values as defaults of fields that cannot be absent; these say nothing. */
  private isDefault(typeName: string, name: string, property: SchemaFacts): boolean {
    if (property.default === undefined || typeof property.default === 'object') return false
    const { pointer, zero } = this.field(typeName, name)
    return pointer || property.default !== zero
  }

  private field(typeName: string, name: string): { pointer: boolean; zero: unknown } {
    const found = fieldType(this.types, typeName, name)
    if (found === undefined) return { pointer: false, zero: '' }
    const pointer = found.startsWith('*')
    return { pointer, zero: /^\*?(int|uint)/.test(found) ? 0 : /^\*?bool$/.test(found) ? false : '' }
  }
}
