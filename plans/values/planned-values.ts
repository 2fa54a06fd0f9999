// Values that a plan adds to fields of texts which take some only. Upstream: the ratcheting of enums, and dropDisabledFields of values
import type { PlannedFieldValues } from '../../component-base/plan-extension.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { type Placed, placedFields } from '../fields/field-facts.ts'
import { type Holder, holdersAt, pathOf, valueIn } from '../fields/field-values.ts'
import { placesIn } from '../fields/kind-rules.ts'

/** New values of a field. */
export interface PlannedValues {
  /** `services`, `deployments.apps` */
  readonly resource: string
  /** `spec.trafficDistribution`: of a recorded field, or of one of the plan. */
  readonly path: string
  readonly values: readonly string[]
  /** The gate behind which they are; without one they are taken from `from` on. */
  readonly gate?: string
  /** The first minor release that knows the values: `1.37`. */
  readonly from: string
  /** While the gate is off, objects that do not have the value yet are refused (the default), or lose the field. */
  readonly whileOff?: 'refused' | 'dropped'
}

interface Place {
  readonly planned: PlannedValues
  readonly name: string
  readonly steps: readonly string[]
}

/** The rules of a plan's new values in one release. */
export class ValueRules {
  private readonly facts: string
  private readonly placed: readonly Placed<PlannedValues>[]
  private readonly enabled: (gate: string) => boolean
  /** The places of planned values by apiVersion and kind. */
  private readonly known = new Map<string, readonly Place[]>()

  /** @param enabled whether a gate is on; asked for each time */
  constructor(values: readonly PlannedValues[], minor: number, enabled: (gate: string) => boolean) {
    this.facts = recordedNextTo(minor)
    this.placed = placedFields(values, minor)
    this.enabled = enabled
  }

  /** The value of each field that gets values, and whether it is accepted; fields that are not set are left out. Pure. */
  of(object: object, old: object | undefined): PlannedFieldValues[] {
    return this.found(object).map(({ holder, place }) => {
      const value = valueIn(holder, place.name)
      const isNew = place.planned.values.some((one) => one === value)
      const on = this.isOn(place.planned)
      return {
        path: pathOf(holder, place.name),
        value,
        verdict: !isNew ? 'other' : on || this.had(old, place, value) ? 'taken' : 'refused',
        values: on ? place.planned.values : [],
      }
    })
  }

  /** Removes values whose gates are off, where the plan says so and the stored object does not have them. */
  dropDisabled(object: object, old: object | undefined): void {
    for (const { holder, place } of this.found(object)) {
      const value = valueIn(holder, place.name)
      const { values, whileOff } = place.planned
      if (whileOff !== 'dropped' || this.isOn(place.planned) || !values.some((one) => one === value)) continue
      if (!this.had(old, place, value)) delete holder.object[place.name]
    }
  }

  private isOn({ gate }: PlannedValues): boolean {
    return gate === undefined || this.enabled(gate)
  }

  /** Whether the stored object has the value in that field anywhere. */
  private had(old: object | undefined, { steps, name }: Place, value: unknown): boolean {
    return old !== undefined && holdersAt(old, steps).some((holder) => valueIn(holder, name) === value)
  }

  private found(object: object): { holder: Holder; place: Place }[] {
    return this.placesOf(object).flatMap((place) =>
      holdersAt(object, place.steps)
        .filter((holder) => valueIn(holder, place.name) !== undefined)
        .map((holder) => ({ holder, place })),
    )
  }

  private placesOf(object: object): readonly Place[] {
    if (this.placed.length === 0) return []
    const named = object as { apiVersion?: string; kind?: string }
    const key = `${named.apiVersion} ${named.kind}`
    let places = this.known.get(key)
    if (places === undefined) {
      places = placesIn(named, this.placed, this.facts).map(({ placed, steps }) => ({
        planned: placed.field,
        name: placed.name,
        steps,
      }))
      this.known.set(key, places)
    }
    return places
  }
}

/** The values that OpenAPI's enums get in a minor release: type → field → values. */
export function plannedEnums(
  values: readonly PlannedValues[],
  minor: number,
): Record<string, Record<string, string[]>> {
  const out: Record<string, Record<string, string[]>> = Object.create(null)
  for (const { field, name, owners } of placedFields(values, minor))
    for (const owner of owners) {
      out[owner] ??= Object.create(null) as Record<string, string[]>
      out[owner][name] = [...(out[owner][name] ?? []), ...field.values]
    }
  return out
}
