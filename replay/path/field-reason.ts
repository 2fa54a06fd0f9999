// Why a hop changed a field: the releases whose API has it, and the gates that guard it, with their KEPs.
import type { Status } from '../../apimachinery/status-error.ts'
import { kepsOf } from '../../component-base/gate-keps.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { GateFacts } from '../runtime.ts'
import { type ApiHistory, apiHas, apiHistory } from './api-history.ts'
import type { Bringer, FieldChange, FieldReason, GuardReason, RefusedField } from './changes.ts'
import { type Guard, guardsOf, type Running } from './field-gates.ts'
import type { Seen, Snapshot } from './snapshot.ts'

/** A hop's two ends: what the server showed, and what ran. */
export interface HopEnd {
  snapshot: Snapshot
  running: Running
}

/**
 * The releases and gates that explain a change; undefined where neither have to do with it.
 * @param turns whether turning a gate changes what became of the field; default: those that its rules ask do
 */
export function reasonOf(
  change: FieldChange,
  from: HopEnd,
  to: HopEnd,
  facts: GateFacts,
  turns: (guard: Guard) => boolean = () => true,
): FieldReason | undefined {
  const { object: name, field, after } = change
  const seen = after === undefined ? from.snapshot.get(name) : to.snapshot.get(name)
  if (seen === undefined) return undefined
  const kind = { group: seen.group, kind: seen.object.kind }
  const { plan } = facts
  const history = apiHistory(kind, field, plan)
  if (field === '') return reasonFrom(history, [], [])
  const has = apiHas(parseRelease(to.running.apiserver, plan), kind, field)
  if (has) {
    const guards = guardsOf(seen, field, to.running, plan).filter(turns)
    return reasonFrom(history, blamed(change, guards, to, facts), [])
  }
  // A release that does not have the field has no rules for it, so no gate of it is to blame: those of the one before tell what brought it.
  return reasonFrom(history, [], broughtBy(guardsOf(seen, field, from.running, plan)))
}

/** Turning a gate that only changes a field's value would not bring the field back. */
function blamed(
  { kind }: FieldChange,
  guards: readonly Guard[],
  { running }: HopEnd,
  facts: GateFacts,
): GuardReason[] {
  const gone = kind === 'hidden' || kind === 'dropped'
  return guards.filter(({ decides }) => decides || !gone).map((guard) => explained(guard, running, facts))
}

function broughtBy(guards: readonly Guard[]): Bringer[] {
  const gates = new Set(guards.filter(({ decides, value }) => decides && value).map(({ gate }) => gate))
  return [...gates].map((gate) => ({ gate, keps: kepsOf(gate) }))
}

function reasonFrom(history: ApiHistory, guards: GuardReason[], brought: Bringer[]): FieldReason | undefined {
  const { since, until } = history
  if (since === undefined && until === undefined && guards.length + brought.length === 0) return undefined
  return { ...history, guards, ...(brought.length === 0 ? {} : { broughtBy: brought }) }
}

/** The fields that a server's refusal speaks of and that a gate would let pass, with those gates. */
export function refusalReasons(
  seen: Seen,
  { details }: Status,
  running: Running,
  facts: GateFacts,
): RefusedField[] {
  const fields = new Set((details?.causes ?? []).flatMap((cause) => cause.field ?? []))
  return [...fields].flatMap((field) => {
    const deciding = guardsOf(seen, field, running, facts.plan).filter(({ decides }) => decides)
    const guards = deciding.map((guard) => explained(guard, running, facts))
    return guards.length === 0 ? [] : [{ field, guards }]
  })
}

/** The reasons of a refusal in words, a line for each gate. */
export const refusalLines = (reasons: readonly RefusedField[]): string[] =>
  reasons.flatMap(({ field, guards }) => guards.map((guard) => `${field}: ${guardLine(guard)}`))

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
export function reasonLines({ since, until, guards, broughtBy = [] }: FieldReason): string[] {
  const lines: string[] = []
  if (since !== undefined) lines.push(`${since} is the first release with it`)
  if (until !== undefined) lines.push(`${until} is the last release with it`)
  return [...lines, ...broughtBy.map(bringerLine), ...guards.map(guardLine)]
}

const bringerLine = ({ gate, keps }: Bringer): string =>
  keps.length === 0 ? `it came behind ${gate}` : `${kepText(keps)} brought it, behind ${gate}`

/** `KEP-4004, KEP-4762` */
export const kepText = (keps: readonly number[]): string => keps.map((number) => `KEP-${number}`).join(', ')

function guardLine({ component, release, gate, value, keps, history, set }: GuardReason): string {
  const from = keps.length === 0 ? '' : ` (${kepText(keps)})`
  const whose = set ? 'it was set; ' : ''
  return `${gate}=${value} in ${component} ${release}${from}: ${whose}${history}`
}
