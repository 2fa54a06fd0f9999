// Conditions in an object's status. Upstream: apimachinery/pkg/api/meta/conditions.go, and what components have of the same kind

/** The fields that conditions of any kind of object have. */
interface Condition {
  type?: string
  status?: string
  /** RFC 3339 with seconds: `2024-01-01T00:00:00Z`. */
  lastTransitionTime?: string
}

/** The first condition of a type; undefined where there is none. */
export const conditionOfType = <C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string | undefined,
): C | undefined => conditions?.find((condition) => condition.type === type)

/** The lastTransitionTime of a condition that is set now: the old condition's where the status stays, else the time given. */
export function transitionTime(
  before: readonly Condition[] | undefined,
  { type, status }: Condition,
  now: string,
): string {
  const known = conditionOfType(before, type)
  return known?.status === status ? (known?.lastTransitionTime ?? now) : now
}

/** The conditions with one replaced by its type, or added at the end; the list itself is not changed. */
export function withCondition<C extends Condition>(conditions: readonly C[] | undefined, condition: C): C[] {
  const list = [...(conditions ?? [])]
  const at = list.findIndex(({ type }) => type === condition.type)
  list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, condition)
  return list
}
