// What kube-apiserver does with the fields of a plan. Upstream: the dropDisabledFields, SetDefaults and Validate of each strategy
import type { FieldProblem, PlannedWrite } from '../../component-base/plan-extension.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { type PlacedField, placedFields } from './field-facts.ts'
import { type Holder, holdersAt, pathOf, valueIn, valueProblems } from './field-values.ts'
import type { PlannedField } from './planned-field.ts'
import { pathsTo, typeOfKind } from './recorded-types.ts'

/** The rules of a plan's fields in one release. */
export class FieldRules {
  private readonly facts: string
  private readonly placed: readonly PlacedField[]
  /** Whether a gate is on; asked for each time. */
  private readonly enabled: (gate: string) => boolean
  private readonly known = new Map<string, Map<PlacedField, string[][]>>()

  constructor(fields: readonly PlannedField[], minor: number, enabled: (gate: string) => boolean) {
    this.facts = recordedNextTo(minor)
    this.placed = placedFields(fields, minor)
    this.enabled = enabled
  }

  /** Pure. Whether {@link setDefaults} would change the object. */
  lacksDefaults(object: object): boolean {
    return this.unset(object).length > 0
  }

  /** Sets the defaults of fields whose gates are on, in place. */
  setDefaults(object: object): void {
    for (const { holder, placed } of this.unset(object)) holder.object[placed.name] = placed.field.default
  }

  private unset(object: object): { holder: Holder; placed: PlacedField }[] {
    if (this.placed.every(({ field }) => field.default === undefined)) return []
    return this.each(object).filter(
      ({ holder, placed: { field, name } }) =>
        field.default !== undefined && this.isOn(field) && valueIn(holder, name) === undefined,
    )
  }

  /** Removes the fields whose gates are off from the object, but for those that `old` has anywhere. */
  dropDisabled(object: object, old: object | undefined): void {
    for (const { holder, placed } of this.each(object))
      if (!this.isOn(placed.field) && !this.isUsed(old, placed)) delete holder.object[placed.name]
  }

  private isUsed(object: object | undefined, wanted: PlacedField): boolean {
    if (object === undefined) return false
    return this.each(object).some(
      ({ holder, placed }) => placed === wanted && valueIn(holder, placed.name) !== undefined,
    )
  }

  /** What is wrong with the fields of the object, and which of them cannot change. */
  validate(object: object, old: object | undefined): FieldProblem[] {
    const values = this.each(object).flatMap(({ holder, placed: { field, name } }) => {
      const value = valueIn(holder, name)
      return value === undefined ? [] : valueProblems(field, value, pathOf(holder, name))
    })
    return [...values, ...(old === undefined ? [] : this.changed(object, old))]
  }

  private changed(object: object, old: object): FieldProblem[] {
    const before = this.each(old)
    return this.each(object).flatMap(({ holder, placed }): FieldProblem[] => {
      const { field, name } = placed
      if (field.immutable !== true) return []
      const was = before.find((one) => one.placed === placed && one.holder.path === holder.path)
      const [now, then] = [valueIn(holder, name), was && valueIn(was.holder, name)]
      if (was === undefined || JSON.stringify(now) === JSON.stringify(then)) return []
      const value = now ?? null
      return [{ path: pathOf(holder, name), type: 'Invalid', value, detail: 'field is immutable' }]
    })
  }

  /** The warnings of fields that are set. */
  warnings({ subresource }: PlannedWrite, object: object): string[] {
    if (subresource !== '') return []
    const told = this.each(object).flatMap(({ holder, placed: { field, name } }) =>
      field.warning !== undefined && valueIn(holder, name) !== undefined ? [field.warning] : [],
    )
    return [...new Set(told)]
  }

  private isOn({ gate }: PlannedField): boolean {
    return gate === undefined || this.enabled(gate)
  }

  private each(object: object): { holder: Holder; placed: PlacedField }[] {
    if (this.placed.length === 0) return []
    return [...this.pathsOf(object)].flatMap(([placed, paths]) =>
      paths.flatMap((steps) => holdersAt(object, steps)).map((holder) => ({ holder, placed })),
    )
  }

  /** The places of the fields in objects of this kind: types are shared, as that of pods and their templates. */
  private pathsOf(object: object): Map<PlacedField, string[][]> {
    const { apiVersion = '', kind = '' } = object as { apiVersion?: string; kind?: string }
    const key = `${apiVersion} ${kind}`
    let paths = this.known.get(key)
    if (paths === undefined) {
      const slash = apiVersion.indexOf('/')
      const [group, version] = [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)]
      const root = typeOfKind(this.facts, group, version, kind)
      paths = new Map(
        root === undefined
          ? []
          : this.placed.map((placed) => [placed, pathsTo(this.facts, root, placed.owners)]),
      )
      this.known.set(key, paths)
    }
    return paths
  }
}
