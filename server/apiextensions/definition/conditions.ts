// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go (SetCRDCondition)
import type { CustomResourceDefinitionCondition } from '../../../api/apiextensions-v1.ts'
import type { ConditionType } from './definition.ts'

/** A condition of a CustomResourceDefinition without its lastTransitionTime. */
export interface Said {
  readonly type: ConditionType
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** Whether a condition says the same, whenever it began. */
export const saysSame = (one: CustomResourceDefinitionCondition | undefined, said: Said): boolean =>
  one?.status === said.status && one.reason === said.reason && one.message === said.message

/** The conditions with one more, or another in its place: its time changes with its status only. @param now RFC 3339 */
export function withCondition(
  conditions: readonly CustomResourceDefinitionCondition[] | null | undefined,
  said: Said,
  now: string,
): CustomResourceDefinitionCondition[] {
  const before = (conditions ?? []).find(({ type }) => type === said.type)
  const { type, status, reason, message } = said
  const since = before?.status === status ? before.lastTransitionTime : undefined
  const next = { ...before, type, status, lastTransitionTime: since ?? now, reason, message }
  return before === undefined
    ? [...(conditions ?? []), next]
    : (conditions ?? []).map((one) => (one === before ? next : one))
}
