// What all requirements of a selector on one label or field say together, so that an object costs as many steps as it has labels, not as
// the selector has requirements.
import { type LabelRequirement, parseInt64 } from './requirement.ts'

/** What the value of one label or field may be. */
export class ValueRule {
  /** Undefined: all that are not refused. */
  private allowed: ReadonlySet<string> | undefined
  private refused: Set<string> | undefined

  /** Leaves of the allowed values those that are among these, too. */
  allowOnly(values: readonly string[]): void {
    const { allowed } = this
    this.allowed = new Set(allowed === undefined ? values : values.filter((value) => allowed.has(value)))
  }

  refuse(values: readonly string[]): void {
    this.refused ??= new Set()
    for (const value of values) this.refused.add(value)
  }

  admits(value: string): boolean {
    return this.refused?.has(value) !== true && (this.allowed === undefined || this.allowed.has(value))
  }
}

/** What one label may be, and whether it may be missing. */
export class LabelRule {
  /** Whether an object without the label is not selected. */
  required = false
  private forbidden = false
  private readonly values = new ValueRule()
  private over: bigint | undefined
  private under: bigint | undefined

  add({ operator, values }: LabelRequirement): void {
    if (operator === '!') this.forbidden = true
    else if (operator === 'notin' || operator === '!=') this.values.refuse(values)
    else {
      this.required = true
      if (operator === 'gt' || operator === 'lt') this.bound(operator, values)
      else if (operator !== 'exists') this.values.allowOnly(values)
    }
  }

  private bound(operator: 'gt' | 'lt', [text = '']: readonly string[]): void {
    const limit = parseInt64(text)
    if (limit === undefined) this.forbidden = true
    else if (operator === 'gt') this.over = this.over === undefined || limit > this.over ? limit : this.over
    else this.under = this.under === undefined || limit < this.under ? limit : this.under
  }

  /** @param value undefined: the label is missing */
  admits(value: string | undefined): boolean {
    if (value === undefined) return !this.required
    return !this.forbidden && this.values.admits(value) && this.inBounds(value)
  }

  private inBounds(value: string): boolean {
    const { over, under } = this
    if (over === undefined && under === undefined) return true
    const number = parseInt64(value)
    return (
      number !== undefined && (over === undefined || number > over) && (under === undefined || number < under)
    )
  }
}

/** The rules of all labels that a selector speaks of, by their keys. */
export class LabelRules {
  private readonly byKey = new Map<string, LabelRule>()
  private readonly required: (readonly [key: string, LabelRule])[]

  constructor(requirements: readonly LabelRequirement[]) {
    for (const requirement of requirements) {
      const rule = this.byKey.get(requirement.key) ?? new LabelRule()
      this.byKey.set(requirement.key, rule)
      rule.add(requirement)
    }
    this.required = [...this.byKey].filter(([, rule]) => rule.required)
  }

  /** Ends at the first required label that is missing: there are no more steps than labels. */
  match(labels: Readonly<Record<string, string>>): boolean {
    if (!this.required.every(([key, rule]) => Object.hasOwn(labels, key) && rule.admits(labels[key])))
      return false
    if (this.required.length === this.byKey.size) return true
    return Object.keys(labels).every((key) => this.byKey.get(key)?.admits(labels[key]) !== false)
  }
}
