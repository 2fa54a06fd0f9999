// Upstream: k8s.io/pod-security-admission policy/{checks,helpers,visitor}.go

import type { Container, PodSpec } from '../../../api/core-v1.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import { allContainers } from '../../registry/pod/visit.ts'

/** The pod, or the pod template, that is checked. */
export interface CheckedPod {
  readonly metadata: Pick<ObjectMeta, 'annotations'>
  readonly spec: PodSpec
  /** User namespaces excuse rules about users also where the standard's version does not say so. */
  readonly relaxesUserNamespaces: boolean
}

/** Why a pod violates a standard: a short reason, and the places. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** A check of a Pod Security Standard; undefined: the pod does not violate it. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined

/** A check of the Pod Security Standards, with the versions that it holds for. */
export interface Check {
  readonly id: string
  readonly level: 'baseline' | 'restricted'
  /** The rule by the minor release of the standard that brought it, ascending. */
  readonly versions: readonly { readonly since: number; readonly check: PodCheck }[]
  /** The id of the baseline check that this check replaces at the restricted level. */
  readonly overrides?: string
}

/** The items in double quotes, separated by commas; nothing is escaped, as upstream. */
export const joinQuote = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(', ')
/** The word for a count: `one` for 1, else `many`. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)
/** The items sorted, each once. */
export const sortedSet = (items: Iterable<string>): string[] => [...new Set(items)].sort()
/** The containers as messages name them: `containers "a", "b"`. */
export const containersText = (names: readonly string[]): string =>
  `${plural(names.length, 'container', 'containers')} ${joinQuote(names)}`

/** Names of the containers that fit, in upstream's order. */
export const containersWhere = (spec: PodSpec, test: (container: Container) => boolean): string[] =>
  allContainers(spec)
    .filter(test)
    .map((container) => container.name ?? '')

/** `pod and containers "a", "b"`; empty where neither sets anything bad. */
export function settersText(podIsBad: boolean, containers: readonly string[]): string {
  return [...(podIsBad ? ['pod'] : []), ...(containers.length > 0 ? [containersText(containers)] : [])].join(
    ' and ',
  )
}

/** The check for pods of other operating systems than Windows. */
export const unlessWindows =
  (check: PodCheck): PodCheck =>
  (pod) =>
    pod.spec.os?.name === 'windows' ? undefined : check(pod)

/** Pods with users of their own may do what harms no host. */
export const unlessOwnUsers =
  (check: PodCheck): PodCheck =>
  (pod) =>
    pod.spec.hostUsers === false ? undefined : check(pod)

/** As {@link unlessOwnUsers}, but only where the gate UserNamespacesPodSecurityStandards relaxes the check. */
export const unlessRelaxed =
  (check: PodCheck): PodCheck =>
  (pod) =>
    pod.relaxesUserNamespaces && pod.spec.hostUsers === false ? undefined : check(pod)
