// fmt's %v and %+v of a value that has a Go type.
import type { GoType } from './go-type.ts'
import { isNil, mapEntries, structValues } from './struct-values.ts'
import { someAddress } from './syntax.ts'
import { goTimeText } from './time.ts'
import { showGoValue } from './untyped.ts'

interface Options {
  /** Fields with their names, as %+v. */
  readonly withNames?: boolean
}

/** `value`, JSON data of the API, as Go prints it in `type`. */
export function goPlain(value: unknown, type: GoType, options: Options = {}, depth = 0): string {
  const inner = (own: unknown, of: GoType): string => goPlain(own, of, options, depth + 1)
  switch (type.kind) {
    case 'pointer':
      if (isNil(value)) return '<nil>'
      if (type.of.kind === 'time') return goTimeText(String(value))
      return depth === 0 && type.of.kind === 'struct' ? `&${inner(value, type.of)}` : someAddress
    case 'slice':
      return `[${(Array.isArray(value) ? value : []).map((item) => inner(item, type.of)).join(' ')}]`
    case 'map':
      return `map[${mapEntries(value ?? {})
        .map(([key, own]) => `${key}:${inner(own, type.of)}`)
        .join(' ')}]`
    case 'struct':
      return `{${structValues(value, type)
        .map(([field, own]) => `${options.withNames ? `${field.name}:` : ''}${inner(own, field.type)}`)
        .join(' ')}}`
    case 'time':
      return goTimeText(value as string | undefined)
    case 'string':
      return String(value ?? '')
    case 'any':
      return showGoValue(value as never)
    default:
      return String(value ?? (type.kind === 'bool' ? false : 0))
  }
}
