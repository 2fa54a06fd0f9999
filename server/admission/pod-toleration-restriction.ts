// Upstream: plugin/pkg/admission/podtolerationrestriction/admission.go, pkg/util/tolerations/tolerations.go

import type { Pod, Toleration } from '../../api/core-v1.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { tolerationList } from '../registry/core/annotation-types.ts'
import { readGoJson } from '../registry/core/go-json.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'
import { turns } from '../registry/generic/pace.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { podQOS } from '../registry/pod/qos.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { namespaceMissing, plainError } from './forbid.ts'
import { podOf } from './pod-request.ts'

/** The tolerations of the plugin's configuration: those added to pods, and those that pods may have. */
export interface TolerationDefaults {
  readonly default?: readonly Toleration[]
  readonly whitelist?: readonly Toleration[]
}

const defaultAnnotation = 'scheduler.alpha.kubernetes.io/defaultTolerations'
const whitelistAnnotation = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist'
const memoryPressure: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  effect: 'NoSchedule',
}

/** Pods tolerate what their namespace gives them, and no more than it allows. */
export function podTolerationRestriction(
  server: ServerContext,
  defaults: TolerationDefaults,
): AdmissionPlugin {
  return {
    name: 'PodTolerationRestriction',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const own =
        attributes.operation === 'CREATE' ? await annotated(server, attributes, defaultAnnotation) : []
      const extra = [...(own ?? defaults.default ?? [])]
      if (podQOS(pod, server) !== 'BestEffort') extra.push(memoryPressure)
      if (extra.length > 0)
        pod.spec = {
          ...pod.spec,
          tolerations: await merge([...(pod.spec?.tolerations ?? []), ...extra], attributes),
        }
      await check(server, attributes, pod, defaults)
    },
    async validate(attributes) {
      const pod = podOf(attributes)
      if (pod !== undefined) await check(server, attributes, pod, defaults)
    },
  }
}

async function check(
  server: ServerContext,
  attributes: AdmissionAttributes,
  pod: Pod,
  defaults: TolerationDefaults,
): Promise<void> {
  const tolerations = pod.spec?.tolerations ?? []
  if (tolerations.length === 0) return
  const own = await annotated(server, attributes, whitelistAnnotation)
  const whitelist = own ?? defaults.whitelist ?? []
  if (whitelist.length === 0 || (await allCovered(tolerations, whitelist, attributes))) return
  throw plainError(
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${own === undefined ? 'cluster' : 'namespace'} whitelist`,
  )
}

/** The list in an annotation of the namespace; undefined: there is none. */
async function annotated(
  { storage }: ServerContext,
  { request }: AdmissionAttributes,
  key: string,
): Promise<Toleration[] | undefined> {
  const record = await knownOrNewest(storage, `/registry/namespaces/${request.namespace}`)
  if (record === undefined) throw namespaceMissing(request.namespace)
  const text = getOwn(record.object.metadata.annotations ?? {}, key)
  if (text === undefined || text === '') return text === undefined ? undefined : []
  return parseTolerations(text)
}

/** The list that an annotation holds. Throws what Go says of a text that is none. */
function parseTolerations(text: string): Toleration[] {
  const read = readGoJson<Toleration[] | null>(text, tolerationList)
  if (read.problem !== undefined) throw plainError(read.problem)
  return read.value ?? []
}

/** The number of tolerations that are compared with all others before the next request has its turn. */
const inOneGo = 16

/** Whether each toleration is covered by a toleration of the whitelist. */
async function allCovered(
  tolerations: readonly Toleration[],
  whitelist: readonly Toleration[],
  { request }: AdmissionAttributes,
): Promise<boolean> {
  for (const [i, one] of tolerations.entries()) {
    if (i % inOneGo === 0 && request.isLarge?.()) await turns()
    if (!whitelist.some((wide) => covers(wide, one))) return false
  }
  return true
}

/** The tolerations without those that another one covers; of equal ones the first stays. */
async function merge(all: readonly Toleration[], { request }: AdmissionAttributes): Promise<Toleration[]> {
  const merged: Toleration[] = []
  for (const [i, one] of all.entries()) {
    if (i % inOneGo === 0 && request.isLarge?.()) await turns()
    const isWider = (other: Toleration, j: number): boolean =>
      j > i && covers(other, one) && !semanticDeepEqual(one, other)
    if (!all.some(isWider) && !merged.some((other) => covers(other, one))) merged.push(one)
  }
  return merged
}

/** Whether `wide` tolerates all that `t` does. Upstream: isSuperset. */
function covers(wide: Toleration, t: Toleration): boolean {
  if (semanticDeepEqual(wide, t)) return true
  const anyKey = !wide.key && wide.operator === 'Exists'
  if ((t.key ?? '') !== (wide.key ?? '') && !anyKey) return false
  if ((t.effect ?? '') !== (wide.effect ?? '') && wide.effect) return false
  const seconds = wide.tolerationSeconds
  if (wide.effect === 'NoExecute' && seconds != null)
    if (t.tolerationSeconds == null || t.tolerationSeconds > seconds) return false
  if (wide.operator === 'Exists') return true
  const isEqual = !wide.operator || wide.operator === 'Equal'
  return isEqual && t.operator === 'Equal' && (t.value ?? '') === (wide.value ?? '')
}
