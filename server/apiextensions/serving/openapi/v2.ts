// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go
import { setOwn } from '../../../../apimachinery/json.ts'
import type { Structural } from '../../schema/structural.ts'

/** What OpenAPI v2, or kubectl's reading of it, has no place for is left out. */
export function toOpenAPIv2(schema: Structural): Structural {
  const {
    allOf: _all,
    anyOf: _any,
    oneOf: _one,
    not: _not,
    nullable,
    items,
    properties,
    type,
    ...rest
  } = schema
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true
  const plain = nullable === true || preserves
  const out: Record<string, unknown> = { ...rest }
  const shown = nullable === true || (preserves && type === 'object') ? undefined : type
  if (shown !== undefined && (shown !== 'array' || (!plain && items !== undefined))) out['type'] = shown
  if (!plain && items !== undefined) out['items'] = toOpenAPIv2(items)
  if (!plain && properties !== undefined) out['properties'] = propertiesOf(properties)
  const more = schema.additionalProperties
  if (typeof more === 'object') out['additionalProperties'] = toOpenAPIv2(more)
  const required = requiredOf(schema, plain ? {} : (properties ?? {}))
  if (required === undefined || required.length === 0) delete out['required']
  else out['required'] = required
  return out as Structural
}

function propertiesOf(properties: Readonly<Record<string, Structural>>): Record<string, Structural> {
  const out: Record<string, Structural> = {}
  for (const [name, one] of Object.entries(properties)) setOwn(out, name, toOpenAPIv2(one))
  return out
}

/** Fields that may be null are not required, nor is anything beside values that may. */
function requiredOf(
  { required, additionalProperties }: Structural,
  properties: Readonly<Record<string, Structural>>,
): readonly string[] | undefined {
  if (typeof additionalProperties === 'object' && additionalProperties.nullable === true) return undefined
  return required?.filter((name) => !(Object.hasOwn(properties, name) && properties[name]!.nullable === true))
}
