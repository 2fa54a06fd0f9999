// The String method that gogo-protobuf generates for types of the API.
import type { GoStruct, GoType } from './go-type.ts'
import { isNil, mapEntries, structValues } from './struct-values.ts'

/**
 * `&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}`
 * @note In the order of the struct; protobuf's, which is the real one, differs in few types (OwnerReference).
 */
export function generatedText(value: unknown, type: GoStruct): string {
  const own = type.name.slice(0, type.name.indexOf('.') + 1)
  /** Names of the type's own package stand alone. */
  const short = (name: string): string => name.replace(own, '')
  const fields = structValues(value, type).map(
    ([field, inner]) => `${field.name}:${fieldText(inner, field.type, short)},`,
  )
  return `&${short(type.name)}{${fields.join('')}}`
}

function fieldText(value: unknown, type: GoType, short: (name: string) => string): string {
  switch (type.kind) {
    case 'pointer':
      if (isNil(value)) return 'nil'
      return type.of.kind === 'struct' ? generatedText(value, type.of) : `*${value}`
    case 'struct':
      return generatedText(value, type).slice(1)
    case 'map':
      return `${short(type.name)}{${mapEntries(value ?? {})
        .map(([key, inner]) => `${key}: ${inner},`)
        .join('')}}`
    case 'slice': {
      const items = Array.isArray(value) ? value : []
      const { of } = type
      if (of.kind !== 'struct') return `[${items.join(' ')}]`
      return `${short(type.name)}{${items.map((item) => `${generatedText(item, of).slice(1)},`).join('')}}`
    }
    default:
      return String(value ?? (type.kind === 'bool' ? false : type.kind === 'string' ? '' : 0))
  }
}
