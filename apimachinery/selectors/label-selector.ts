// Upstream: staging/src/k8s.io/apimachinery/pkg/labels/selector.go, pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
import { goQuote } from '../field-error.ts'
import type { LabelSelectorObject } from '../validation/labels.ts'
import { parseLabelRequirements } from './label-parser.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  newRequirement,
  requirementText,
  SelectorError,
} from './requirement.ts'
import { LabelRules } from './value-rule.ts'

export { SelectorError } from './requirement.ts'

/** Requirements on labels that must all hold. */
export class LabelSelector {
  readonly requirements: readonly LabelRequirement[]
  private readonly nothing: boolean
  private rules: LabelRules | undefined
  private constructor(requirements: readonly LabelRequirement[], nothing = false) {
    this.requirements = requirements
    this.nothing = nothing
  }
  static readonly everything = new LabelSelector([])
  static readonly nothing = new LabelSelector([], true)

  /** The form of a request: `app=a,tier in (x,y),!old`. Throws {@link SelectorError}. */
  static parse(text: string, minor: number): LabelSelector {
    const requirements = parseLabelRequirements(text, minor)
    return requirements.length === 0 ? LabelSelector.everything : new LabelSelector(requirements)
  }

  /** A plain map, as `spec.selector` of a Service. Not validated. */
  static fromMap(map: Record<string, string> | undefined): LabelSelector {
    const keys = Object.keys(map ?? {}).sort()
    return new LabelSelector(keys.map((key) => ({ key, operator: '=', values: [map![key]!] })))
  }

  /** meta/v1 LabelSelector; a missing one selects nothing, an empty one everything. Throws {@link SelectorError}. */
  static fromObject(selector: LabelSelectorObject | undefined | null, minor: number): LabelSelector {
    if (selector === undefined || selector === null) return LabelSelector.nothing
    const labels = Object.keys(selector.matchLabels ?? {}).map((key) =>
      newRequirement(key, '=', [selector.matchLabels![key]!], minor),
    )
    const expressions = (selector.matchExpressions ?? []).map((e) =>
      newRequirement(e.key ?? '', objectOperator(e.operator ?? ''), e.values ?? [], minor),
    )
    const all = [...labels, ...expressions]
    return new LabelSelector(all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)))
  }

  matches(labels: Record<string, string> | undefined): boolean {
    if (this.nothing || this.requirements.length === 0) return !this.nothing
    this.rules ??= new LabelRules(this.requirements)
    return this.rules.match(labels ?? {})
  }

  /** Whether the selector selects everything. */
  get empty(): boolean {
    return !this.nothing && this.requirements.length === 0
  }

  toString(): string {
    return this.requirements.map(requirementText).join(',')
  }
}

/** The operator of a LabelSelector in an object: `In`. Throws {@link SelectorError}. */
export function objectOperator(operator: string): LabelOperator {
  if (operator === 'In') return 'in'
  if (operator === 'NotIn') return 'notin'
  if (operator === 'Exists') return 'exists'
  if (operator === 'DoesNotExist') return '!'
  throw new SelectorError(`${goQuote(operator)} is not a valid label selector operator`)
}
