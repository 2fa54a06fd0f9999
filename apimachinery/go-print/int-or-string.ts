// Upstream: apimachinery/pkg/util/intstr (IntOrString)
import type { GoStruct, GoStructField, GoType } from './go-type.ts'

const field = (name: string, type: GoType): GoStructField => ({
  name,
  json: name,
  type,
  embedded: false,
  omitEmpty: false,
  omitZero: false,
})

/** The struct that Go holds a number or a text in. Its values are those of `intOrStringFields`. */
export const intOrStringStruct: GoStruct = {
  kind: 'struct',
  name: 'intstr.IntOrString',
  hasTags: true,
  fields: [
    field('Type', { kind: 'int', name: 'intstr.Type' }),
    field('IntVal', { kind: 'int', name: 'int32' }),
    field('StrVal', { kind: 'string', name: 'string' }),
  ],
}

/** The fields of an IntOrString. @param value `80` or `http`; absent or null: zero */
export const intOrStringFields = (value: unknown): { Type: 0 | 1; IntVal: number; StrVal: string } =>
  typeof value === 'string'
    ? { Type: 1, IntVal: 0, StrVal: value }
    : { Type: 0, IntVal: Number(value ?? 0), StrVal: '' }
