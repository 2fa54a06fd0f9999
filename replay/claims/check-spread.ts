// How many pods each node has.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type SpreadClaim = Extract<Claim, { kind: 'spread' }>

/** Checks the numbers of pods per node, in any order of the nodes; unknown where the scheduler could have chosen otherwise. */
export async function checkSpread(claim: SpreadClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const pods = resolved.objects.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const perNode = new Map<string, number>()
  for (const pod of pods) {
    const node = isObject(pod['spec']) ? pod['spec']['nodeName'] : undefined
    if (typeof node === 'string') perNode.set(node, (perNode.get(node) ?? 0) + 1)
  }
  const found = inOrder([...perNode.values()])
  const wanted = inOrder(claim.counts.filter((count) => count > 0))
  const saw = `pods per node: ${found === '' ? 'none' : found}`
  const possible = sum(claim.counts) === sum([...perNode.values()])
  if (possible && (await isChance(pods, world)))
    return unknown(
      `${saw}, but that is chance: each pod was placed beside pods of the ReplicaSet before, which counted as its own, and which of those went first is drawn by their uids`,
    )
  return holds(found === wanted, saw)
}

const inOrder = (counts: number[]): string => counts.sort((a, b) => b - a).join('/')
const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0)

/**
 * Whether the pods came in place of others that their constraints counted as well. The ReplicaSet controller takes away pods
 * that are alike by their uids (ActivePodsWithRanks of kubernetes/pkg/controller/controller_utils.go), so that nobody can say
 * where those that stay make room.
 */
async function isChance(pods: readonly KubeObject[], world: ClaimWorld): Promise<boolean> {
  const sets = await world.objects('replicasets.apps')
  const rolledOut = (pod: KubeObject): boolean => {
    const own = sets.find(({ metadata }) => isOwner(pod, metadata.uid))
    return sets.some((set) => set !== own && own !== undefined && sameOwner(set, own))
  }
  return pods.some((pod) => rolledOut(pod) && !knowsItsOwn(pod))
}

const isOwner = ({ metadata }: KubeObject, uid: string | undefined): boolean =>
  uid !== undefined && metadata.ownerReferences?.some((one) => one.uid === uid) === true

const sameOwner = (a: KubeObject, b: KubeObject): boolean =>
  b.metadata.ownerReferences?.some(({ uid }) => isOwner(a, uid)) === true

/** Whether a constraint that must hold counts the pods of its own ReplicaSet only. */
function knowsItsOwn({ spec }: KubeObject): boolean {
  const constraints = isObject(spec) ? spec['topologySpreadConstraints'] : undefined
  return (
    Array.isArray(constraints) &&
    constraints.some(
      (one) =>
        isObject(one) &&
        one['whenUnsatisfiable'] === 'DoNotSchedule' &&
        one['topologyKey'] === 'kubernetes.io/hostname' &&
        JSON.stringify([one['matchLabelKeys'], one['labelSelector']]).includes('"pod-template-hash"'),
    )
  )
}
