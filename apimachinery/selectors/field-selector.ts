// Upstream: staging/src/k8s.io/apimachinery/pkg/fields/selector.go
import { getOwn } from '../json.ts'
import { SelectorError } from './requirement.ts'
import { ValueRule } from './value-rule.ts'

/** A requirement `field=value` or `field!=value`. */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** Requirements on selectable fields that must all hold. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[]
  private rules: readonly (readonly [field: string, rule: ValueRule])[] | undefined
  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements
  }

  /** `metadata.name=a,spec.nodeName!=b`; `\` escapes comma, equals sign and itself. Throws {@link SelectorError}. */
  static parse(text: string): FieldSelector {
    const terms = splitTerms(text).sort()
    const requirements = terms.filter((t) => t !== '').map((term) => parseTerm(term, text))
    // A term without field and value selects everything.
    return new FieldSelector(requirements.filter(({ field, value }) => field !== '' || value !== ''))
  }

  /** A field that is missing in `fields` has the empty text. */
  matches(fields: Record<string, string>): boolean {
    this.rules ??= [...rulesOf(this.requirements)]
    return this.rules.every(([field, rule]) => rule.admits(getOwn(fields, field) ?? ''))
  }

  /** The value that `field` must have, where the selector says so. */
  requiresExactMatch(field: string): string | undefined {
    return this.requirements.find((r) => r.operator === '=' && r.field === field)?.value
  }

  get empty(): boolean {
    return this.requirements.length === 0
  }

  toString(): string {
    return this.requirements.map((r) => `${r.field}${r.operator}${escapeValue(r.value)}`).join(',')
  }
}

function rulesOf(requirements: readonly FieldRequirement[]): Map<string, ValueRule> {
  const rules = new Map<string, ValueRule>()
  for (const { field, operator, value } of requirements) {
    const rule = rules.get(field) ?? new ValueRule()
    rules.set(field, rule)
    if (operator === '=') rule.allowOnly([value])
    else rule.refuse([value])
  }
  return rules
}

/** A value with backslashes before `\`, `,` and `=`, for a field selector. */
export const escapeValue = (value: string): string => value.replace(/[\\,=]/g, '\\$&')

function splitTerms(text: string): string[] {
  if (text === '') return []
  const terms: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === ',') {
      terms.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...terms, text.slice(start)]
}

function parseTerm(term: string, whole: string): FieldRequirement {
  const match = /!=|==|=/.exec(term)
  if (match === null) throw new SelectorError(`invalid selector: '${whole}'; can't understand '${term}'`)
  const value = unescapeValue(term.slice(match.index + match[0].length))
  return { field: term.slice(0, match.index), operator: match[0] === '!=' ? '!=' : '=', value }
}

function unescapeValue(text: string): string {
  let out = ''
  const chars = [...text]
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!
    if (char === ',' || char === '=')
      throw new SelectorError(`invalid field selector: unescaped character in value: ${char.codePointAt(0)}`)
    if (char !== '\\') {
      out += char
      continue
    }
    const next = chars[++i] ?? ''
    if (next === '' || !'\\,='.includes(next))
      throw new SelectorError(`invalid field selector: invalid escape sequence: \\${next}`)
    out += next
  }
  return out
}
