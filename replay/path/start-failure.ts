import type { ComponentFailedError } from '../../cluster/cluster-errors.ts'
import { kepsOf } from '../../component-base/gate-keps.ts'
import type { GateFacts } from '../runtime.ts'
import { kepText } from './field-reason.ts'

/** Why a component of a release does not start, in one line: with the life of the gate, and its KEPs, where a gate is refused. */
export function startFailureText(
  { brief, reason }: ComponentFailedError,
  release: string,
  facts: GateFacts,
): string {
  if (reason === undefined || !('gate' in reason)) return brief
  const keps = kepsOf(reason.gate)
  const from = keps.length === 0 ? '' : ` (${kepText(keps)})`
  return `${brief}; ${facts.history(reason.gate, release)}${from}`
}
