// Upstream: apimachinery/pkg/util/dump (go-spew's %#v), the text of which hashes are made.
import { dumpQuantity, dumpTime } from './dump-values.ts'
import type { GoType } from './go-type.ts'
import { intOrStringFields, intOrStringStruct } from './int-or-string.ts'
import { isNil, mapEntries, structValues } from './struct-values.ts'

/** `(v1.EndpointPort){Name:(*string)http Port:(*int32)80}`. `isKnown`: the type was written before, as that of a list's items. */
export function goDump(value: unknown, type: GoType, isKnown = false): string {
  if (type.kind === 'pointer') {
    const mark = isKnown ? '<*>' : `(${type.name})`
    return isNil(value) ? `${mark}<nil>` : `${mark}${dumpBare(value, type.of)}`
  }
  return `${isKnown ? '' : `(${type.name})`}${dumpBare(value, type)}`
}

function dumpBare(value: unknown, type: GoType): string {
  switch (type.kind) {
    case 'struct':
      return `{${structValues(value, type)
        .map(([field, own]) => `${field.name}:${goDump(own, field.type)}`)
        .join(' ')}}`
    case 'slice':
      return isNil(value)
        ? '<nil>'
        : `[${(Array.isArray(value) ? value : []).map((item) => goDump(item, type.of, true)).join(' ')}]`
    case 'map':
      return isNil(value)
        ? '<nil>'
        : `map[${mapEntries(value)
            .map(([key, own]) => `${key}:${goDump(own, type.of, true)}`)
            .join(' ')}]`
    case 'time':
      return dumpTime()
    case 'quantity':
      return dumpQuantity(value)
    case 'intOrString':
      return dumpBare(intOrStringFields(value), intOrStringStruct)
    default:
      return String(value ?? (type.kind === 'string' ? '' : type.kind === 'bool' ? false : 0))
  }
}
