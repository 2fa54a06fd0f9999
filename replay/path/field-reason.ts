// Why a hop changed a field: the releases whose API has it, and the gates that guard it, with their KEPs.
import { kepsOf } from '../../component-base/gate-keps.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { GateFacts } from '../runtime.ts'
import { apiHas, apiHistory } from './api-history.ts'
import type { FieldChange, FieldReason, GuardReason } from './changes.ts'
import { type Guard, guardsOf, type Running } from './field-gates.ts'
import type { Snapshot } from './snapshot.ts'

/** A hop's two ends: what the server showed, and what ran. */
export interface HopEnd {
  snapshot: Snapshot
  running: Running
}

/** The releases and gates that explain a change; undefined where neither have to do with it. */
export function reasonOf(
  { object: name, field, after }: FieldChange,
  from: HopEnd,
  to: HopEnd,
  facts: GateFacts,
): FieldReason | undefined {
  const seen = after === undefined ? from.snapshot.get(name) : to.snapshot.get(name)
  if (seen === undefined) return undefined
  const kind = { group: seen.group, kind: seen.object.kind }
  const { plan } = facts
  const history = apiHistory(kind, field, plan)
  // A release that does not have the field has no rules for it: those of the one before the hop are asked.
  const has = apiHas(parseRelease(to.running.apiserver, plan), kind, field)
  const { running } = has ? to : from
  const guards =
    field === '' ? [] : guardsOf(seen, field, running, plan).map((guard) => explained(guard, running, facts))
  if (history.since === undefined && history.until === undefined && guards.length === 0) return undefined
  return { ...history, guards }
}

function explained(guard: Guard, running: Running, facts: GateFacts): GuardReason {
  const release = guard.component === 'kubelet' ? running.kubelet : running.apiserver
  return {
    ...guard,
    release,
    keps: kepsOf(guard.gate),
    history: facts.history(guard.gate, release),
    set: Object.hasOwn(running.gates, guard.gate),
  }
}

/** The reason in words, a line for each release and gate. */
export function reasonLines({ since, until, guards }: FieldReason): string[] {
  const lines: string[] = []
  if (since !== undefined) lines.push(`${since} is the first release with it`)
  if (until !== undefined) lines.push(`${until} is the last release with it`)
  return [...lines, ...guards.map(guardLine)]
}

function guardLine({ component, release, gate, value, keps, history, set }: GuardReason): string {
  const from = keps.length === 0 ? '' : ` (${keps.map((number) => `KEP-${number}`).join(', ')})`
  const whose = set ? 'it was set; ' : ''
  return `${gate}=${value} in ${component} ${release}${from}: ${whose}${history}`
}
