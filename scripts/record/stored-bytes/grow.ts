// Fills an object with every optional field that a real server takes in it: one after the other, each with the first value that the
// server neither refuses nor drops.
import { isDeepStrictEqual } from 'node:util'
import { deepCopy } from '../../../apimachinery/json.ts'
import type { SchemaFacts } from '../../../component-base/release-facts.ts'
import { candidates, resolved, type Schemas } from './candidates.ts'

type Path = readonly (string | number)[]

/** What a server says to an object: what it made of it, or why it does not take it. */
export interface Verdict {
  readonly object?: unknown
  readonly causes?: readonly { reason?: string; field?: string; message?: string }[]
}

/** Asks a server, which changes nothing. */
export type Try = (object: object) => Promise<Verdict>

/** Types that are not looked into: of each kind, or without an end. */
const closed = /\.(?:ObjectMeta|ManagedFieldsEntry|PodTemplateSpec|JSONSchemaProps|JSON|FieldsV1)$/
/** What a server allocates, which a dry run does not check. */
const allocated = new Set(['nodePort', 'healthCheckNodePort', 'clusterIP', 'clusterIPs'])
const mostTries = 24
const mostRepairs = 4

function at(value: unknown, path: Path): unknown {
  let found = value
  for (const part of path) found = (found as Record<string | number, unknown> | null | undefined)?.[part]
  return found
}

function withValue(object: object, path: Path, value: unknown): object {
  const copy = deepCopy(object) as Record<string | number, unknown>
  let inner = copy
  for (const [i, part] of path.slice(0, -1).entries()) {
    inner[part] ??= typeof path[i + 1] === 'number' ? [] : {}
    inner = inner[part] as Record<string | number, unknown>
  }
  inner[path.at(-1)!] = value
  return copy
}

/** `spec.volumes[0].hostPath.path` */
const pathOf = (field: string): Path =>
  [...field.matchAll(/([^.[\]]+)|\[([^\]]+)\]/g)].map(
    ([, name, index]) => name ?? (/^\d+$/.test(index!) ? Number(index) : index!),
  )

/** Fills one object of a kind. */
export class Grower {
  private readonly schemas: Schemas
  private readonly top: SchemaFacts
  private readonly attempt: Try
  private object: object

  /** @param object that the server takes @param top the schema of its kind */
  constructor(object: object, top: SchemaFacts, schemas: Schemas, attempt: Try) {
    this.object = object
    this.top = top
    this.schemas = schemas
    this.attempt = attempt
  }

  /** The object with all fields below those of the top that are named. */
  async grown(fields: readonly string[]): Promise<object> {
    for (const name of fields) {
      const property = this.top.properties?.[name]
      if (property !== undefined) await this.field([name], property)
    }
    return this.object
  }

  private async field(path: Path, schema: SchemaFacts): Promise<boolean> {
    if (at(this.object, path) === undefined && !(await this.filled(path, schema))) return false
    await this.below(path, schema)
    return true
  }

  private async filled(path: Path, schema: SchemaFacts): Promise<boolean> {
    for (const value of candidates(schema, this.schemas).slice(0, mostTries))
      if (value !== undefined && (await this.takes(path, value))) return true
    return false
  }

  /** Whether the server takes the value, where need be with what it says that it misses. @param member of it, which must stay */
  private async takes(path: Path, value: unknown, member: Path = []): Promise<boolean> {
    let tried = withValue(this.object, path, value)
    for (let left = mostRepairs; ; left--) {
      const { object, causes = [] } = await this.attempt(tried)
      if (object !== undefined) {
        const kept = at(object, path)
        if (
          at(kept, member) === undefined ||
          (typeof kept !== 'object' && !isDeepStrictEqual(typeof kept, typeof value))
        )
          return false
        this.object = tried
        return true
      }
      const repaired = left === 0 ? undefined : this.repaired(tried, causes)
      if (repaired === undefined) return false
      tried = repaired
    }
  }

  private repaired(object: object, causes: Verdict['causes'] = []): object | undefined {
    let repaired = object
    for (const { reason, field = '', message = '' } of causes) {
      const path = pathOf(field)
      const supported = /supported values: "([^"]+)"/.exec(message)?.[1]
      if (reason === 'FieldValueNotSupported' && supported !== undefined)
        repaired = withValue(repaired, path, supported)
      else if (reason === 'FieldValueRequired' && isUnset(at(repaired, path))) {
        const [value] = candidates(this.schemaAt(path), this.schemas)
        if (value === undefined) return undefined
        repaired = withValue(repaired, path, value)
      } else return undefined
    }
    return isDeepStrictEqual(repaired, object) ? undefined : repaired
  }

  private schemaAt(path: Path): SchemaFacts {
    let schema = this.top
    for (const part of path) {
      const facts = resolved(schema, this.schemas)
      schema =
        (typeof part === 'number' ? facts.items : facts.properties?.[part]) ??
        facts.additionalProperties ??
        {}
    }
    return schema
  }

  private async below(path: Path, schema: SchemaFacts): Promise<void> {
    if (path.length > 14 || closed.test(schema.$ref ?? '')) return
    const { items, properties } = resolved(schema, this.schemas)
    if (properties !== undefined)
      for (const [name, property] of Object.entries(properties))
        if (!allocated.has(name)) await this.field([...path, name], property)
    if (items === undefined || resolved(items, this.schemas).properties === undefined) return
    if (closed.test(items.$ref ?? '')) return
    await this.elements(path, items)
  }

  /** What the first element does not take beside the rest of it, further ones may. */
  private async elements(path: Path, items: SchemaFacts): Promise<void> {
    const first = [...path, 0]
    await this.below(first, items)
    const { properties = {}, required = [] } = resolved(items, this.schemas)
    for (const [name, property] of Object.entries(properties)) {
      const list = at(this.object, path) as Record<string, unknown>[]
      if (
        allocated.has(name) ||
        !Array.isArray(list) ||
        list.length > 40 ||
        list.some((one) => one[name] !== undefined)
      )
        continue
      const next = [...path, list.length]
      const base = this.likeFirst(list[0] ?? {}, [...required, 'name'], list.length)
      for (const value of candidates(property, this.schemas).slice(0, mostTries))
        if (await this.takes(next, { ...base, [name]: value }, [name])) {
          await this.below(next, items)
          break
        }
    }
  }

  private likeFirst(first: Record<string, unknown>, names: readonly string[], index: number): object {
    const kept = names.filter((name) => ['string', 'number', 'boolean'].includes(typeof first[name]))
    return Object.fromEntries(
      kept.map((name) => [
        name,
        name === 'name' || name === 'mountPath' ? `${first[name]}${index}` : first[name],
      ]),
    )
  }
}

const isUnset = (value: unknown): boolean => value === undefined || value === '' || value === null
