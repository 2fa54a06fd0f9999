// Upstream: staging/src/k8s.io/apimachinery/pkg/labels/selector.go (Requirement)
import { bigIntUpTo64Bits } from '../../component-base/go/numbers.ts'
import { aggregateText, type FieldError, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import { isQualifiedName, isValidLabelValue } from '../validation/label-names.ts'

/** The operators of label selectors, written as upstream's selection.Operator has them. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt'

/** A selector that cannot be parsed, which the API answers with 400. */
export class SelectorError extends Error {}

/** A condition on a label of an object: key, operator and values. @note `!=` and `notin` also match an object without the label. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

const countTexts: Partial<Record<LabelOperator, string>> = {
  in: "for 'in', 'notin' operators, values set can't be empty",
  notin: "for 'in', 'notin' operators, values set can't be empty",
  '=': 'exact-match compatibility requires one single value',
  '==': 'exact-match compatibility requires one single value',
  '!=': 'exact-match compatibility requires one single value',
  exists: 'values set must be empty for exists and does not exist',
  '!': 'values set must be empty for exists and does not exist',
  gt: "for 'Gt', 'Lt' operators, exactly one value is required",
  lt: "for 'Gt', 'Lt' operators, exactly one value is required",
}

function hasRightCount(operator: LabelOperator, count: number): boolean {
  if (operator === 'in' || operator === 'notin') return count > 0
  return operator === 'exists' || operator === '!' ? count === 0 : count === 1
}

/** The error about a label key that is no qualified name; undefined for a valid key. */
export const labelKeyError = (key: string, path: string, minor: number): FieldError | undefined => {
  const errors = isQualifiedName(key, minor)
  return errors.length === 0 ? undefined : field.invalid(path, key, errors.join('; '))
}

/** A checked requirement, as labels.NewRequirement makes it. Throws {@link SelectorError}. */
export function newRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  minor: number,
): LabelRequirement {
  const errors: FieldError[] = []
  const keyError = labelKeyError(key, 'key', minor)
  if (keyError !== undefined) errors.push(keyError)
  if (!hasRightCount(operator, values.length))
    errors.push(field.invalid('values', badValue(values, '[]string', minor), countTexts[operator]!))
  if (operator === 'gt' || operator === 'lt')
    for (const [i, value] of values.entries())
      if (parseInt64(value) === undefined)
        errors.push(
          field.invalid(`values[${i}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"),
        )
  for (const [i, value] of values.entries()) {
    const texts = isValidLabelValue(value, minor)
    if (texts.length > 0) errors.push(field.invalid(`values[${i}][${key}]`, value, texts.join('; ')))
  }
  if (errors.length > 0) throw new SelectorError(aggregateText(errors))
  return { key, operator, values }
}

/** The number in a text of digits with a sign or none, as strconv.ParseInt(text, 10, 64) reads it; undefined for others, and beyond 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined
  const value = bigIntUpTo64Bits(text.replace(/^\+/, ''))
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const signs: Partial<Record<LabelOperator, string>> = {
  '=': '=',
  '==': '==',
  '!=': '!=',
  in: ' in ',
  notin: ' notin ',
  gt: '>',
  lt: '<',
}

/** The requirement as a selector prints it, its values sorted: `tier in (a,b)`. */
export function requirementText(r: LabelRequirement): string {
  if (r.operator === 'exists') return r.key
  if (r.operator === '!') return `!${r.key}`
  const values = [...r.values].sort().join(',')
  const list = r.operator === 'in' || r.operator === 'notin' ? `(${values})` : values
  return `${r.key}${signs[r.operator]}${list}`
}
