// Claims about the order in which images come to a node, by the events of its kubelet.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

/** Within this time, in milliseconds, images came together: events tell seconds. */
const togetherMs = 2000

/** Of as many pods as it counts, those that the document made last. */
export async function checkPulls(
  { groups }: Extract<Claim, { kind: 'pulls' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const total = groups.reduce((sum, size) => sum + size, 0)
  const pods = world.documented.filter(({ resource }) => resource === 'pods').slice(-total)
  if (pods.length < total) return unknown(`the document has made ${pods.length} pods, not ${total}`)
  const names = new Set(pods.map(({ name }) => name))
  const times = (await world.objects('events'))
    .filter((event) => names.has(podOf(event)) && isPulled(event))
    .map(timeOf)
    .sort((a, b) => a - b)
  if (times.length !== total) return holds(false, `${times.length} images were pulled`)
  const found: number[] = []
  for (const [at, time] of times.entries())
    if (at > 0 && time - times[at - 1]! < togetherMs) found[found.length - 1]!++
    else found.push(1)
  return holds(found.join() === groups.join(), `images came in groups of ${found.join(', then ')}`)
}

const podOf = ({ involvedObject }: KubeObject): string =>
  isObject(involvedObject) && involvedObject['kind'] === 'Pod' ? String(involvedObject['name']) : ''
const isPulled = ({ reason, message }: KubeObject): boolean =>
  reason === 'Pulled' && String(message).startsWith('Successfully pulled image')
const timeOf = ({ lastTimestamp, eventTime }: KubeObject): number =>
  Date.parse(String(lastTimestamp ?? eventTime))
