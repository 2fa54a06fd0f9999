// Whether a claim holds in the cluster as it is.
import { calledObject } from './called-object.ts'
import { checkAccess, checkGrant, checkProxyMode } from './check-access.ts'
import { checkAlike } from './check-alike.ts'
import { checkAmount } from './check-amount.ts'
import { checkContainer } from './check-container.ts'
import { checkElement } from './check-element.ts'
import { checkEvent } from './check-event.ts'
import { checkCondition, checkField } from './check-field.ts'
import { checkGate, checkGateStanding } from './check-gate.ts'
import { checkGoneCount } from './check-gone.ts'
import { checkHeartbeat } from './check-heartbeat.ts'
import { checkListedRules } from './check-listed-rules.ts'
import { checkMembers } from './check-members.ts'
import { checkMetric } from './check-metric.ts'
import { checkNames } from './check-names.ts'
import { checkCount, checkState } from './check-objects.ts'
import { checkExit, checkOutput } from './check-output.ts'
import { checkOwner } from './check-owner.ts'
import { checkPulls } from './check-pulls.ts'
import { checkQuota } from './check-quota.ts'
import { checkReason } from './check-reason.ts'
import { checkFailedIndexes, checkReplacement } from './check-replacement.ts'
import { checkRules } from './check-rules.ts'
import { checkKnown, checkLog, checkResources, checkServed } from './check-served.ts'
import { checkSpread } from './check-spread.ts'
import { checkStored } from './check-stored.ts'
import { speaksAgainst } from './check-time.ts'
import { checkTraffic } from './check-traffic.ts'
import type { Claim } from './claim.ts'
import { isDefaultGiven, isEmptyDefault } from './defaults.ts'
import { checkFragment, checkValue } from './fragment.ts'
import { checkUnderRelease } from './under-release.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

export type { ClaimResult, ClaimWorld, SeenCommand } from './world.ts'

/** `unknown` where it cannot be told: it never holds by a guess. */
export async function checkClaim(claim: Claim, world: ClaimWorld): Promise<ClaimResult> {
  if (await isDefaultGiven(claim, world)) return unknown('what the document sets tells no default')
  const now = await checkNow(claim, world)
  if (now.verdict === 'fails' && isEmptyDefault(claim))
    return unknown(`a default that is no value is not always stored: ${now.saw}`)
  if (claim.unsure !== undefined && now.verdict === 'fails') return unknown(`${claim.unsure}: ${now.saw}`)
  return now.verdict === 'holds' ? ((await speaksAgainst(claim, world, checkNow)) ?? now) : now
}

async function checkNow(claim: Claim, world: ClaimWorld): Promise<ClaimResult> {
  switch (claim.kind) {
    case 'field': {
      const meant = await calledObject(claim, world)
      return meant === undefined ? checkField(claim, world) : checkState(meant, world)
    }
    case 'condition':
      return checkCondition(claim, world)
    case 'state':
      return checkState(claim, world)
    case 'count':
      return checkCount(claim, world)
    case 'names':
      return checkNames(claim, world)
    case 'amount':
      return checkAmount(claim, world)
    case 'alike':
      return checkAlike(claim, world)
    case 'element':
      return checkElement(claim, world)
    case 'metric':
      return checkMetric(claim, world)
    case 'quota':
      return checkQuota(claim, world)
    case 'container':
      return checkContainer(claim, world)
    case 'event':
      return checkEvent(claim, world)
    case 'reason':
      return checkReason(claim, world)
    case 'members':
      return checkMembers(claim, world)
    case 'spread':
      return checkSpread(claim, world)
    case 'fragment':
      return checkFragment(claim, world)
    case 'value':
      return checkValue(claim, world)
    case 'rules':
      return checkRules(claim, world)
    case 'gone':
      return checkGoneCount(claim, world)
    case 'owner':
      return checkOwner(claim, world)
    case 'pulls':
      return checkPulls(claim, world)
    case 'heartbeat':
      return checkHeartbeat(claim, world)
    case 'output':
      return checkOutput(claim, world)
    case 'exit':
      return checkExit(claim, world)
    case 'gate':
      return checkGate(claim, world)
    case 'gate standing':
      return checkGateStanding(claim, world)
    case 'under release':
      return checkUnderRelease(claim, world)
    case 'component':
      return checkComponent(claim, world)
    case 'listed rules':
      return checkListedRules(claim, world)
    case 'traffic':
      return checkTraffic(claim, world)
    case 'stored':
      return checkStored(claim, world)
    case 'access':
      return checkAccess(claim, world)
    case 'grant':
      return checkGrant(claim, world)
    case 'resources':
      return checkResources(claim, world)
    case 'known':
      return checkKnown(claim, world)
    case 'proxy mode':
      return checkProxyMode(claim, world)
    case 'served':
      return checkServed(claim, world)
    case 'log':
      return checkLog(claim, world)
    case 'unseen':
      return { verdict: 'unknown', why: unseen[claim.what], notSimulated: true, leavesNothing: true }
    case 'replacement':
      return checkReplacement(claim, world)
    case 'failed indexes':
      return checkFailedIndexes(claim, world)
  }
}

const unseen = {
  'stored bytes': 'it does not say by a name whose bytes in etcd are meant',
  reason: 'why it is so is said of objects in general',
} as const

function checkComponent(
  { component, running, release }: Extract<Claim, { kind: 'component' }>,
  world: ClaimWorld,
): ClaimResult {
  const found = world.release(component)
  if (found === undefined && component === 'kube-scheduler' && world.release('kube-apiserver') !== undefined)
    return unknown('it is one program with kube-controller-manager here')
  const saw = found === undefined ? `${component} does not run` : `${component} runs ${found}`
  if (!running || found === undefined) return holds((found !== undefined) === running, saw)
  return holds(release === undefined || found === release || found.startsWith(`${release}.`), saw)
}
