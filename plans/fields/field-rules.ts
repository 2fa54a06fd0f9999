// What kube-apiserver does with the fields and kinds of a plan. Upstream: the dropDisabledFields, SetDefaults and Validate of each strategy
import type { FieldProblem, PlannedWrite } from '../../component-base/plan-extension.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import type { PlannedKind } from '../kinds/planned-kind.ts'
import { type PlacedField, placedFields } from './field-facts.ts'
import { type Holder, holdersAt, pathOf, valueIn, valueProblems } from './field-values.ts'
import { type DefaultPlace, type FieldPlace, type KindRules, kindRules } from './kind-rules.ts'
import type { PlannedField } from './planned-field.ts'

/** The rules of a plan's fields and kinds in one release. */
export class FieldRules {
  private readonly facts: string
  private readonly placed: readonly PlacedField[]
  private readonly kinds: readonly PlannedKind[]
  /** Whether a gate is on; asked for each time. */
  private readonly enabled: (gate: string) => boolean
  /** The rules by apiVersion and kind. */
  private readonly known = new Map<string, KindRules>()

  constructor(
    plan: { readonly fields: readonly PlannedField[]; readonly kinds: readonly PlannedKind[] },
    minor: number,
    enabled: (gate: string) => boolean,
  ) {
    this.facts = recordedNextTo(minor)
    this.placed = placedFields(plan.fields, minor)
    this.kinds = plan.kinds
    this.enabled = enabled
  }

  /** Pure. Whether {@link setDefaults} would change the object. */
  lacksDefaults(object: object): boolean {
    return this.unset(object).length > 0
  }

  /** Sets the defaults of fields whose gates are on, in place. */
  setDefaults(object: object): void {
    for (const { holder, place } of this.unset(object)) holder.object[place.name] = place.value
  }

  private unset(object: object): { holder: Holder; place: DefaultPlace }[] {
    return this.rulesOf(object)
      .defaults.filter(({ field }) => field === undefined || this.isOn(field))
      .flatMap((place) =>
        holdersAt(object, place.steps)
          .filter((holder) => valueIn(holder, place.name) === undefined)
          .map((holder) => ({ holder, place })),
      )
  }

  /** Removes the fields whose gates are off from the object, but for those that `old` has anywhere. */
  dropDisabled(object: object, old: object | undefined): void {
    const off = this.rulesOf(object).gated.filter(({ placed }) => !this.isOn(placed.field))
    const used = new Set(old === undefined ? [] : this.set(old, 'gated').map(({ placed }) => placed))
    for (const { placed, steps } of off)
      if (!used.has(placed)) for (const holder of holdersAt(object, steps)) delete holder.object[placed.name]
  }

  /** The errors of the object's planned fields, changes of immutable ones included. */
  validate(object: object, old: object | undefined): FieldProblem[] {
    const { whole } = this.rulesOf(object)
    return [
      ...(whole === undefined ? [] : valueProblems(whole, object, '')),
      ...this.set(object, 'places').flatMap(({ holder, placed: { field, name } }) =>
        valueProblems(field, valueIn(holder, name), pathOf(holder, name)),
      ),
      ...(old === undefined ? [] : this.changed(object, old)),
    ]
  }

  private changed(object: object, old: object): FieldProblem[] {
    return this.rulesOf(object).immutable.flatMap(({ placed: { name }, steps }) => {
      const before = new Map(holdersAt(old, steps).map((holder) => [holder.path, holder]))
      return holdersAt(object, steps).flatMap((holder): FieldProblem[] => {
        const was = before.get(holder.path)
        const [now, then] = [valueIn(holder, name), was && valueIn(was, name)]
        if (was === undefined || JSON.stringify(now) === JSON.stringify(then)) return []
        const value = now ?? null
        return [{ path: pathOf(holder, name), type: 'Invalid', value, detail: 'field is immutable' }]
      })
    })
  }

  /** The warnings of fields that are set. */
  warnings({ subresource }: PlannedWrite, object: object): string[] {
    if (subresource !== '') return []
    return [...new Set(this.set(object, 'warning').map(({ placed }) => placed.field.warning!))]
  }

  private isOn({ gate }: PlannedField): boolean {
    return gate === undefined || this.enabled(gate)
  }

  /** The objects in which fields are set. */
  private set(
    object: object,
    which: 'places' | 'gated' | 'warning',
  ): { holder: Holder; placed: PlacedField }[] {
    return this.rulesOf(object)[which].flatMap(({ placed, steps }: FieldPlace) =>
      holdersAt(object, steps)
        .filter((holder) => valueIn(holder, placed.name) !== undefined)
        .map((holder) => ({ holder, placed })),
    )
  }

  private rulesOf(object: object): KindRules {
    const named = object as { apiVersion?: string; kind?: string }
    const key = `${named.apiVersion} ${named.kind}`
    let rules = this.known.get(key)
    if (rules === undefined) {
      rules = kindRules(named, this.placed, this.kinds, this.facts)
      this.known.set(key, rules)
    }
    return rules
  }
}
