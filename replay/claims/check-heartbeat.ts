// Claims that nodes are heard of: their kubelets renew what the control plane watches.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { conditionsOf } from './object-states.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

const everyNode = { kind: 'Node', resource: 'nodes', number: 'all' } as const

/** Each node is ready, and has told so, or renewed its lease, since the step before. */
export async function checkHeartbeat(
  { subject = everyNode, lease }: Extract<Claim, { kind: 'heartbeat' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, earlier } = resolved
  if (objects.length === 0) return noSuch('Node')
  const [now, before] = await Promise.all(
    [world.objects, world.before].map((leases) => leases('leases.coordination.k8s.io')),
  )
  const told = objects.map((node) => {
    const { name } = node.metadata
    const past = earlier.find((one) => one.metadata.name === name)
    const ready = conditionOf(node)?.['status'] === 'True'
    if (past === undefined) return { name, ready, heard: undefined }
    const renewed = later(renewalOf(now!, name), renewalOf(before!, name))
    const heard = renewed || (lease !== true && later(beatOf(node), beatOf(past)))
    return { name, ready, heard }
  })
  if (told.some(({ ready, heard }) => ready && heard === undefined))
    return unknown('a Node was not there before this step')
  // How often it is renewed is a setting: it may yet come.
  if (lease === true && told.some(({ heard }) => heard === false))
    return unknown('the lease was not renewed since the step before')
  return holds(
    told.every(({ ready, heard }) => ready && heard === true),
    told
      .map(({ name, ready, heard }) =>
        ready
          ? `Node ${name} ${heard === true ? 'told' : 'did not tell'} of itself`
          : `Node ${name} is not ready`,
      )
      .join('; '),
  )
}

const conditionOf = (node: KubeObject): Record<string, unknown> | undefined =>
  conditionsOf(node).find((one) => one['type'] === 'Ready')
const beatOf = (node: KubeObject): unknown => conditionOf(node)?.['lastHeartbeatTime']
const renewalOf = (leases: readonly KubeObject[], name: string | undefined): unknown => {
  const spec = leases.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === 'kube-node-lease',
  )?.['spec']
  return isObject(spec) ? spec['renewTime'] : undefined
}

/** Of two times in RFC 3339. */
const later = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && Date.parse(one) > Date.parse(other)
