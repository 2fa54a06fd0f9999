// Claims about feature gates: what they are in the components that run, and how they stand in a release.

import { minorOf } from '../../component-base/minor.ts'
import type { Claim, GateStandingTest } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

const controlPlane = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy']

/** Checks whether a gate is on: one that nothing sets has its default; one that went with its feature on stays on. */
export function checkGate(
  { gate: named, enabled, components }: Extract<Claim, { kind: 'gate' }>,
  world: ClaimWorld,
): ClaimResult {
  const gate = named ?? world.gateMeant?.()
  if (gate === undefined) return unknown('it does not say which feature gate')
  const asked = components.length > 0 ? components : controlPlane
  const set = asked.flatMap((component) => {
    const gates = world.gates(component)
    return gates !== undefined && Object.hasOwn(gates, gate)
      ? [{ component, value: gates[gate]!, saw: `${component}: ${gate}=${gates[gate]}` }]
      : []
  })
  const isSet = (component: string): boolean => set.some((one) => one.component === component)
  const unset =
    components.length === 0 && set.length > 0
      ? []
      : asked.flatMap((component) => {
          const release = isSet(component) ? undefined : world.release(component)
          const found = release === undefined ? undefined : world.unsetGate?.(gate, release)
          return found === undefined ? [] : [{ component, ...found }]
        })
  const values = [...set, ...unset]
  const saw = [...new Set(values.map((one) => one.saw))].join(', ')
  if (values.length === 0 || (components.length > 0 && values.length < components.length))
    return unknown(`no component that was asked has the gate ${gate}`)
  const fits = values.filter(({ value }) => value === enabled).length
  return fits === values.length || fits === 0 || components.length > 0
    ? holds(fits === values.length, saw)
    : unknown(`components differ: ${saw}`)
}

type GateStandingClaim = Extract<Claim, { kind: 'gate standing' }>

/** Checks the default, the lock or the stage of a gate in the release that is named, else in those that run. */
export function checkGateStanding(claim: GateStandingClaim, world: ClaimWorld): ClaimResult {
  const now = standsAt(claim, world)
  const before = claim.since === true && claim.release !== undefined ? minorBefore(claim.release) : undefined
  if (now.verdict !== 'holds' || before === undefined) return now
  const earlier = standsAt({ ...claim, release: before }, world)
  return earlier.verdict === 'holds' ? holds(false, `it was so before: ${earlier.saw}`) : now
}

/** `1.31` of `1.32`; undefined of one whose minor is 0. */
function minorBefore(release: string): string | undefined {
  const minor = minorOf(release)
  return minor > 0 ? `1.${minor - 1}` : undefined
}

function standsAt({ gate: named, test, release }: GateStandingClaim, world: ClaimWorld): ClaimResult {
  const gate = named ?? world.gateMeant?.()
  if (gate === undefined) return unknown('it does not say which feature gate')
  const running = controlPlane.flatMap((component) => world.release(component) ?? [])
  const releases = release === undefined ? [...new Set(running)] : [release]
  const found = releases.flatMap((one) => world.gateIn?.(gate, one) ?? [])
  if (found.length === 0) return unknown('no component runs whose release would tell')
  const saw = [...new Set(found.map((one) => one.saw))].join(', ')
  if (test.known !== undefined) {
    const known = new Set(found.map(({ state }) => state !== undefined))
    return known.size > 1 ? unknown(`releases differ: ${saw}`) : holds(known.has(test.known), saw)
  }
  // Of a gate that it does not have, a release says nothing else.
  if (found.some(({ state }) => state === undefined)) return unknown(saw)
  const results = new Set(found.map(({ state }) => standsSo(state!, test)))
  return results.size > 1 ? unknown(`releases differ: ${saw}`) : holds(!results.has(false), saw)
}

const standsSo = (
  state: { default: boolean; locked: boolean; stage: string },
  { default: value = state.default, locked = state.locked, stage = state.stage }: GateStandingTest,
): boolean => state.default === value && state.locked === locked && state.stage.toUpperCase() === stage
