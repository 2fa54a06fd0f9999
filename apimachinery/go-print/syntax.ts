// fmt's %#v of a value that has a Go type.
import { parseDuration } from '../../component-base/go/duration.ts'
import { goQuote } from '../field-error.ts'
import { Quantity } from '../quantity.ts'
import { quantityParts } from './dump-values.ts'
import type { GoType } from './go-type.ts'
import { intOrStringFields, intOrStringStruct } from './int-or-string.ts'
import { isNil, mapEntries, structValues } from './struct-values.ts'
import { goTimeSource } from './time.ts'
import { showGoSyntax } from './untyped.ts'

/** The address that pointers are printed with; in Go it is arbitrary. */
export const someAddress = '0xc000a1b2c8'

/** `value`, JSON data of the API, as Go writes it in `type`. A pointer inside of another value prints its address, which is arbitrary. */
export function goSyntax(value: unknown, type: GoType, depth = 0): string {
  switch (type.kind) {
    case 'pointer':
      return pointerSyntax(value, type.of, depth)
    case 'slice':
      return isNil(value) ? `${type.name}(nil)` : `${type.name}{${items(value, type.of, depth).join(', ')}}`
    case 'map':
      return isNil(value) ? `${type.name}(nil)` : `${type.name}{${entries(value, type.of, depth).join(', ')}}`
    case 'struct': {
      const fields = structValues(value, type)
      return `${type.name}{${fields.map(([f, own]) => `${f.name}:${goSyntax(own, f.type, depth + 1)}`).join(', ')}}`
    }
    case 'bytes':
      return isNil(value) ? '[]byte(nil)' : `[]byte{${bytes(String(value)).join(', ')}}`
    default:
      return scalarSyntax(value, type)
  }
}

function scalarSyntax(value: unknown, { kind }: GoType): string {
  if (kind === 'any') return showGoSyntax(value as never)
  if (kind === 'string') return goQuote(String(value ?? ''))
  if (kind === 'bool') return String(value ?? false)
  if (kind === 'uint') return `0x${Number(value ?? 0).toString(16)}`
  if (kind === 'time') return goTimeSource(value as string | undefined)
  if (kind === 'quantity') return quantitySyntax(value)
  if (kind === 'duration')
    return `v1.Duration{Duration:${Math.round(parseDuration(String(value ?? '0s')) * 1e6)}}`
  return kind === 'intOrString' ? goSyntax(intOrStringFields(value), intOrStringStruct) : String(value ?? 0)
}

function pointerSyntax(value: unknown, of: GoType, depth: number): string {
  // A time writes itself, and fails to where there is none.
  if (of.kind === 'time' && depth > 0) return isNil(value) ? '<nil>' : goTimeSource(String(value))
  if (isNil(value)) return `(*${of.name})(nil)`
  const isShown = depth === 0 && ['struct', 'slice', 'map', 'intOrString', 'quantity'].includes(of.kind)
  return isShown ? `&${goSyntax(value, of, depth + 1)}` : `(*${of.name})(${someAddress})`
}

const items = (value: unknown, of: GoType, depth: number): string[] =>
  (Array.isArray(value) ? value : []).map((item) => goSyntax(item, of, depth + 1))
const entries = (value: unknown, of: GoType, depth: number): string[] =>
  mapEntries(value).map(([key, inner]) => `${goQuote(key)}:${goSyntax(inner, of, depth + 1)}`)
const bytes = (base64: string): string[] =>
  [...Buffer.from(base64, 'base64')].map((byte) => `0x${byte.toString(16)}`)

/** The %#v of a Quantity; an amount that was computed has no text until it is told. */
function quantitySyntax(of: unknown): string {
  const { value, scale, text, format } =
    of instanceof Quantity
      ? { value: of.unscaled, scale: of.scale, text: of.keptText, format: of.format }
      : quantityParts(of)
  const amount = `resource.int64Amount{value:${value}, scale:${scale}}`
  return `resource.Quantity{i:${amount}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${text}", Format:"${format}"}`
}
