// Upstream: pkg/quota/v1/evaluator/core/pods.go

import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { apimachineryDialect } from '../dialect.ts'
import type { KubeObject } from '../json.ts'
import type { Quantity } from '../quantity.ts'
import {
  isExtendedResource,
  isHugePageResource,
  isNativeResource,
  isPodLevelResource,
  isQuotaHugePageResource,
} from '../resource-names.ts'
import type { QuotaEvaluator, QuotaRules } from './evaluator.ts'
import { type PodWithResources, podResources } from './pod-resources.ts'
import { type ScopeRequirement, selects } from './scopes.ts'
import { one, parseUsage, type Usage } from './usage.ts'

interface AffinityTerm {
  namespaces?: string[]
  namespaceSelector?: object | null
}
interface Terms {
  requiredDuringSchedulingIgnoredDuringExecution?: AffinityTerm[]
  preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm?: AffinityTerm }[]
}
type PodSpec = NonNullable<PodWithResources['spec']> & {
  activeDeadlineSeconds?: number | null
  priorityClassName?: string
  affinity?: { podAffinity?: Terms | null; podAntiAffinity?: Terms | null } | null
}
type PodStatus = NonNullable<PodWithResources['status']> & { phase?: string; qosClass?: string }

const specOf = (pod: KubeObject): PodSpec => (pod['spec'] ?? {}) as PodSpec
const statusOf = (pod: KubeObject): PodStatus => (pod['status'] ?? {}) as PodStatus

const computed = ['cpu', 'memory', 'ephemeral-storage']
const counted = new Set([
  'count/pods',
  'pods',
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
])
/** @note A quota of these makes every container name an amount; of all others not. */
const required = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory']

const isDeviceClass = (name: string, { minor }: QuotaRules): boolean =>
  apimachineryDialect(minor).countsExtendedDevices && name.startsWith('deviceclass.resource.kubernetes.io/')

const isCountedExtended = (name: string, rules: QuotaRules): boolean =>
  name.startsWith('requests.') && (!isNativeResource(name) || isDeviceClass(name.slice(9), rules))

/** Whether a quota counts the requests of a pod: not when it has ended, or should have long ago. @param now milliseconds */
export function podCounts(pod: KubeObject, now: number): boolean {
  const { phase } = statusOf(pod)
  if (phase === 'Failed' || phase === 'Succeeded') return false
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = pod.metadata
  return deletionTimestamp == null || grace == null || now <= Date.parse(deletionTimestamp) + grace * 1000
}

/** Whether a pod is in the quota scope Terminating: it has an activeDeadlineSeconds. */
export function isTerminating(pod: KubeObject): boolean {
  const seconds = specOf(pod).activeDeadlineSeconds
  return seconds != null && seconds >= 0
}

function computeUsage(requests: Usage, limits: Usage, rules: QuotaRules): Map<string, Quantity> {
  const usage = new Map([['pods', one]])
  for (const [name, amount] of requests) {
    const isPlain = computed.includes(name) || isHugePageResource(name)
    if (isPlain) usage.set(name, amount)
    if (isPlain || isExtendedResource(name, rules.minor) || isDeviceClass(name, rules))
      usage.set(`requests.${name}`, amount)
  }
  for (const [name, amount] of limits) if (computed.includes(name)) usage.set(`limits.${name}`, amount)
  return usage
}

/** The resources that quotas and the scheduler count for a pod: with its overhead, and as gates have it. */
export const countedResources = (
  pod: KubeObject,
  what: 'requests' | 'limits',
  gates: FeatureGateReader,
): Map<string, Quantity> =>
  podResources(pod as PodWithResources, what, {
    useStatus: gateEnabled(gates, 'InPlacePodVerticalScaling'),
    podLevel: gateEnabled(gates, 'PodLevelResources') ? isPodLevelResource : undefined,
    overhead: true,
  })

function usageOf(pod: KubeObject, rules: QuotaRules): Usage {
  const usage = new Map([['count/pods', one]])
  if (!podCounts(pod, rules.now())) return usage
  const of = (what: 'requests' | 'limits'): Usage => countedResources(pod, what, rules.gates)
  return new Map([...usage, ...computeUsage(of('requests'), of('limits'), rules)])
}

function missing(pod: KubeObject, names: readonly string[], rules: QuotaRules): string | undefined {
  const { containers = [], initContainers = [], resources } = specOf(pod)
  const podLevel = [...Object.keys(resources?.requests ?? {}), ...Object.keys(resources?.limits ?? {})]
  if (gateEnabled(rules.gates, 'PodLevelResources') && podLevel.some(isPodLevelResource)) return undefined
  const texts = required
    .filter((name) => names.includes(name))
    .flatMap((name) => {
      const without = [...containers, ...initContainers].filter(
        (c) =>
          !computeUsage(parseUsage(c.resources?.requests), parseUsage(c.resources?.limits), rules).has(name),
      )
      const list = [...new Set(without.map((c) => c.name ?? ''))].sort().join(',')
      return without.length === 0 ? [] : [`${name} for: ${list}`]
    })
  return texts.length === 0 ? undefined : `must specify ${texts.join('; ')}`
}

function crossesNamespaces(pod: KubeObject): boolean {
  const crosses = (term: AffinityTerm | undefined): boolean =>
    (term?.namespaces ?? []).length > 0 || term?.namespaceSelector != null
  const { podAffinity, podAntiAffinity } = specOf(pod).affinity ?? {}
  return [podAffinity, podAntiAffinity].some(
    (terms) =>
      terms?.requiredDuringSchedulingIgnoredDuringExecution?.some(crosses) ||
      terms?.preferredDuringSchedulingIgnoredDuringExecution?.some((t) => crosses(t.podAffinityTerm)),
  )
}

function inScope(pod: KubeObject, scope: ScopeRequirement): boolean {
  const isBestEffort = statusOf(pod).qosClass === 'BestEffort'
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort
    case 'NotBestEffort':
      return !isBestEffort
    case 'PriorityClass':
      return selects(scope, specOf(pod).priorityClassName || undefined)
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(pod)
    default:
      return false
  }
}

/** Counts Pods that have not ended, with their requests and limits. */
export const podEvaluator: QuotaEvaluator = {
  group: '',
  resource: 'pods',
  matching: (names, rules) =>
    names.filter(
      (name) => counted.has(name) || isQuotaHugePageResource(name) || isCountedExtended(name, rules),
    ),
  usage: usageOf,
  inScope,
  missing,
}
