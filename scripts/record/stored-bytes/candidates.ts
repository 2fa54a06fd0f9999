// Values that a server may take in a field: by its schema, the likely ones first.
import type { SchemaFacts } from '../../../component-base/release-facts.ts'

/** The schema of a type's name. */
export type Schemas = (name: string) => SchemaFacts | undefined

const strings = [
  'a',
  'example.com/a',
  '/a',
  'a.example.com',
  '10.1.2.3',
  '10.1.2.0/24',
  'https://a.example.com/',
  '1',
  'TCP',
  'v1',
  'true',
  '0 0 * * *',
  'Etc/UTC',
  '2001-02-03T04:05:06Z',
  '25%',
  'Always',
  'a=b',
  'Localhost',
]
const numbers = [1, 5, 80, 1000, 65534, 30, 0, 600, -1]
const keys = ['a', 'example.com/a', 'cpu', 'requests.cpu', 'storage', 'user', 'kubernetes.io/os']
const byType: Readonly<Record<string, readonly unknown[]>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['1', '1Gi', '100m'],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': [1, '25%', 'a'],
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ['2001-02-03T04:05:06Z'],
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ['2001-02-03T04:05:06.000007Z'],
  'io.k8s.apimachinery.pkg.runtime.RawExtension': [{ a: 1 }],
}

/** The schema that a reference names, with its own. */
export const resolved = (schema: SchemaFacts, schemas: Schemas): SchemaFacts =>
  schema.$ref === undefined ? schema : (schemas(schema.$ref) ?? {})

/** An object with all that its schema requires, by the first candidate each. */
function required(schema: SchemaFacts, schemas: Schemas, depth: number): Record<string, unknown> {
  const names = depth > 4 ? [] : (schema.required ?? [])
  return Object.fromEntries(
    names.map((name) => [name, candidates(schema.properties?.[name] ?? {}, schemas, depth + 1)[0]]),
  )
}

/** The candidates of a field; none: nothing is known of what it may hold. */
export function candidates(schema: SchemaFacts, schemas: Schemas, depth = 0): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum
  if (schema.$ref !== undefined && byType[schema.$ref] !== undefined) return byType[schema.$ref]!
  const facts = resolved(schema, schemas)
  const { type, format, items, additionalProperties, properties = {} } = facts
  if (type === 'string') return format === 'byte' ? ['YQ=='] : strings
  if (type === 'integer' || type === 'number') return numbers
  if (type === 'boolean') return [true, false]
  if (type === 'array') return candidates(items ?? {}, schemas, depth + 1).map((one) => [one])
  if (additionalProperties !== undefined) {
    const values = candidates(additionalProperties, schemas, depth + 1).slice(0, 2)
    return keys.flatMap((key) => values.map((value) => ({ [key]: value })))
  }
  if (Object.keys(properties).length === 0) return type === 'object' ? [{}, { a: 1 }] : []
  const whole = required(facts, schemas, depth)
  // Of several members often one must be there.
  const each =
    depth > 3
      ? []
      : Object.entries(properties).map(([name, property]) => ({
          ...whole,
          [name]: candidates(property, schemas, depth + 2)[0],
        }))
  return [...(Object.keys(whole).length === 0 ? [] : [whole]), {}, ...each]
}
