// Whether a claim holds in the cluster as it is.
import { checkCondition, checkField } from './check-field.ts'
import { checkCount, checkMembers, checkSpread, checkState } from './check-objects.ts'
import { checkExit, checkOutput } from './check-output.ts'
import type { Claim } from './claim.ts'
import { checkFragment } from './fragment.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

export type { ClaimResult, ClaimWorld, SeenCommand } from './world.ts'

/** `unknown` where it cannot be told: it never holds by a guess. */
export async function checkClaim(claim: Claim, world: ClaimWorld): Promise<ClaimResult> {
  switch (claim.kind) {
    case 'field':
      return checkField(claim, world)
    case 'condition':
      return checkCondition(claim, world)
    case 'state':
      return checkState(claim, world)
    case 'count':
      return checkCount(claim, world)
    case 'members':
      return checkMembers(claim, world)
    case 'spread':
      return checkSpread(claim, world)
    case 'fragment':
      return checkFragment(claim, world)
    case 'output':
      return checkOutput(claim, world)
    case 'exit':
      return checkExit(claim, world)
    case 'gate':
      return checkGate(claim, world)
    case 'component':
      return checkComponent(claim, world)
  }
}

const controlPlane = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy']

function checkGate(
  { gate, enabled, components }: Extract<Claim, { kind: 'gate' }>,
  world: ClaimWorld,
): ClaimResult {
  if (gate === undefined) return unknown('it does not say which feature gate')
  const asked = components.length > 0 ? components : controlPlane
  const values = asked.flatMap((component) => {
    const gates = world.gates(component)
    return gates !== undefined && Object.hasOwn(gates, gate) ? [{ component, value: gates[gate]! }] : []
  })
  const saw = values.map(({ component, value }) => `${component}: ${gate}=${value}`).join(', ')
  if (values.length === 0 || (components.length > 0 && values.length < components.length))
    return unknown(`no component that was asked has the gate ${gate}`)
  const fits = values.filter(({ value }) => value === enabled).length
  return fits === values.length || fits === 0 || components.length > 0
    ? holds(fits === values.length, saw)
    : unknown(`components differ: ${saw}`)
}

function checkComponent(
  { component, running, release }: Extract<Claim, { kind: 'component' }>,
  world: ClaimWorld,
): ClaimResult {
  const found = world.release(component)
  const saw = found === undefined ? `${component} does not run` : `${component} runs ${found}`
  if (!running || found === undefined) return holds((found !== undefined) === running, saw)
  return holds(release === undefined || found === release || found.startsWith(`${release}.`), saw)
}
