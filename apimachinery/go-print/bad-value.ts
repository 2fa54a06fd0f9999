// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go (ErrorBody)
import { goQuote, Literal } from '../field-error.ts'
import { validationDialect } from '../validation/dialect.ts'
import { type GoType, goType } from './go-type.ts'
import { goJSON, marshal } from './marshal.ts'
import { isNil } from './struct-values.ts'
import { goSyntax, someAddress } from './syntax.ts'
import { goTimeText } from './time.ts'

/**
 * `value`, JSON data of the API, for a field error, printed as the release does: before 1.34 in Go's syntax, then as JSON.
 * `type`: its Go type where the validator runs ({@link goType}), as `[]core.Taint`.
 */
export function badValue(value: unknown, type: string, minor: number): Literal {
  return new Literal(() => {
    const own = goType(type, minor)
    return validationDialect(minor).printsValuesAsJSON ? goJSON(marshal(value, own)) : syntaxOf(value, own)
  })
}

/** A path below another, by its last element, that upstream gives as the value for a field error: its fields have no JSON, and one is a pointer. */
export const badPath = (name: string, minor: number): Literal =>
  new Literal(
    validationDialect(minor).printsValuesAsJSON
      ? '{}'
      : `field.Path{name:${goQuote(name)}, index:"", parent:(*field.Path)(${someAddress})}`,
  )

/** Types with a String method of the value: these are not quoted. */
const withText = new Set(['core.ResourceName'])

function syntaxOf(value: unknown, type: GoType): string {
  if (type.kind === 'pointer') return isNil(value) ? goQuote('null') : syntaxOf(value, type.of)
  if (type.kind === 'time') return goTimeText(value as string | undefined)
  return withText.has(type.name) ? String(value ?? '') : goSyntax(value, type)
}
