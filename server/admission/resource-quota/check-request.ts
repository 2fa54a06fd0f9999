// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (CheckRequest)
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Quantity } from '../../../apimachinery/quantity.ts'
import { inScopes, type QuotaEvaluator, type QuotaRules } from '../../../apimachinery/quota/evaluator.ts'
import { type QuotaObject, scopesOf } from '../../../apimachinery/quota/scopes.ts'
import {
  increase,
  masked,
  parseUsage,
  sum,
  type Usage,
  withoutZeros,
} from '../../../apimachinery/quota/usage.ts'
import type { AdmissionAttributes } from '../chain.ts'
import { forbid, plainError } from '../forbid.ts'
import {
  type LimitedResource,
  limitedNames,
  scopesOfObject,
  scopesText,
  uncoveredScopes,
} from './limited-resources.ts'

/** A request to be charged, with its resource's evaluator. `limited`: resources that need a quota. */
export interface QuotaCheck {
  readonly attributes: AdmissionAttributes
  readonly evaluator: QuotaEvaluator
  readonly rules: QuotaRules
  readonly limited: readonly LimitedResource[]
}

/** A ResourceQuota, and its usage with the request. */
export interface Charge {
  readonly quota: QuotaObject
  readonly used: Map<string, Quantity>
}

const hardNames = ({ status }: QuotaObject): string[] => Object.keys(status?.hard ?? {})

function covers({ evaluator, rules }: QuotaCheck, quota: QuotaObject, object: KubeObject): boolean {
  return (
    evaluator.matching(hardNames(quota), rules).length > 0 &&
    inScopes(evaluator, object, scopesOf(quota), rules)
  )
}

/** The quotas to be charged. Throws 403 where one does not allow the request. */
export function checkRequest(check: QuotaCheck, quotas: readonly QuotaObject[]): Charge[] {
  const { attributes, evaluator, rules } = check
  const object = attributes.object!
  const covering = quotas.filter((quota) => covers(check, quota, object))
  for (const quota of covering) requireKnown(check, quota)
  const usage = evaluator.usage(object, rules)
  const negative = [...usage].filter(([, amount]) => amount.sign < 0).map(([name]) => name)
  if (negative.length > 0)
    throw forbid(attributes, `quota usage is negative for resource(s): ${negative.sort().join(',')}`)
  const deltas = covering.map((quota) => ({ quota, delta: deltaOf(check, usage, quota) }))
  const charged = deltas.filter(({ delta }) => delta.size > 0)
  const changes = covering.length > 0 ? charged.length > 0 : deltaOf(check, usage).size > 0
  if (!changes) return []
  requireCovered(check, quotas, covering)
  return charged.map(({ quota, delta }) => charge(check, quota, delta))
}

function requireKnown({ attributes, evaluator, rules }: QuotaCheck, quota: QuotaObject): void {
  const names = evaluator.matching(hardNames(quota), rules)
  const { name } = quota.metadata
  const missing = evaluator.missing?.(attributes.object!, names, rules)
  if (missing !== undefined) throw forbid(attributes, `failed quota: ${name}: ${missing}`)
  if (names.every((resource) => Object.hasOwn(quota.status?.used ?? {}, resource))) return
  throw forbid(attributes, `status unknown for quota: ${name}, resources: ${names.sort().join(',')}`)
}

/** What the request adds; an update of an object that the quota counts already adds the difference. */
function deltaOf(check: QuotaCheck, usage: Usage, quota?: QuotaObject): Map<string, Quantity> {
  const { operation, oldObject } = check.attributes
  if (operation !== 'UPDATE' || oldObject === undefined) return withoutZeros(usage)
  if (quota !== undefined && !covers(check, quota, oldObject)) return withoutZeros(usage)
  return withoutZeros(increase(usage, check.evaluator.usage(oldObject, check.rules)))
}

function requireCovered(
  { attributes, evaluator, rules, limited }: QuotaCheck,
  quotas: readonly QuotaObject[],
  covering: readonly QuotaObject[],
): void {
  if (limited.length === 0) return
  const object = attributes.object!
  const covered = new Set(covering.flatMap((quota) => evaluator.matching(hardNames(quota), rules)))
  const open = limitedNames(limited, evaluator, object, rules).filter((name) => !covered.has(name))
  if (open.length > 0)
    throw forbid(attributes, `insufficient quota to consume: ${[...new Set(open)].sort().join(',')}`)
  const matched = (scopes: Parameters<typeof scopesOfObject>[0]) =>
    scopesOfObject(scopes, evaluator, object, rules)
  const uncovered = uncoveredScopes(
    matched(limited.flatMap((l) => l.matchScopes ?? [])),
    matched(quotas.flatMap(scopesOf)),
  )
  if (uncovered.length > 0)
    throw plainError(`insufficient quota to match these scopes: ${scopesText(uncovered)}`)
}

function charge({ attributes }: QuotaCheck, quota: QuotaObject, delta: Usage): Charge {
  const hard = parseUsage(quota.status?.hard)
  const before = parseUsage(quota.status?.used)
  const requested = masked(delta, hard.keys())
  const used = sum(before, requested)
  const exceeded = [...requested.keys()].filter((name) => used.get(name)!.compare(hard.get(name)!) > 0)
  // A status tells what has happened already, so that a quota cannot refuse it.
  if (exceeded.length === 0 || attributes.request.subresource === 'status') return { quota, used }
  const shown = (amounts: Usage): string => amountsText(masked(amounts, exceeded))
  throw forbid(
    attributes,
    `exceeded quota: ${quota.metadata.name}, requested: ${shown(requested)}, used: ${shown(before)}, limited: ${shown(hard)}`,
  )
}

const amountsText = (amounts: Usage): string =>
  [...amounts]
    .map(([name, amount]) => `${name}=${amount}`)
    .sort()
    .join(',')
