// Claims about what somebody may do, as the server's authorizers say it, and about the mode that kube-proxy's rules show.
import type { Claim, RuleTool } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, type NodeRules, unknown } from './world.ts'

/** Whether a user or a ServiceAccount may do something with a resource. */
export async function checkAccess(
  claim: Extract<Claim, { kind: 'access' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const { who, verb, resource, namespace, negated } = claim
  const user = 'user' in who ? who.user : await accountName(who.account, world)
  if (user === undefined) return unknown('which ServiceAccount is meant?')
  const answer = await world.may?.({ user, verb, resource, namespace: namespace ?? 'default' })
  if (answer === undefined) return unknown('no server answers who may do what')
  return holds(answer !== negated, `${user} may ${answer ? '' : 'not '}${verb} ${resource}`)
}

async function accountName(name: string, world: ClaimWorld): Promise<string | undefined> {
  const found = (await world.objects('serviceaccounts')).filter(({ metadata }) => metadata.name === name)
  return found.length === 1 ? `system:serviceaccount:${found[0]!.metadata.namespace}:${name}` : undefined
}

/** Whether kube-proxy programs the rules of a mode on every node. */
export async function checkProxyMode(
  { mode, negated }: Extract<Claim, { kind: 'proxy mode' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const nodes = (await world.rules?.()) ?? []
  const modes = new Set(nodes.map(modeOf))
  if (nodes.length === 0 || modes.has(undefined)) return unknown('no kube-proxy has programmed rules')
  if (modes.size > 1) return unknown(`its mode differs by node: ${[...modes].join(', ')}`)
  return holds(modes.has(mode) !== negated, `kube-proxy programs ${[...modes].join()}`)
}

/** The rules for IPVS need some of iptables too. */
function modeOf(rules: NodeRules): RuleTool | undefined {
  if (/table \w+ kube-proxy/.test(rules.nftables)) return 'nftables'
  if (/^(?:TCP|UDP|SCTP|-A) /m.test(rules.ipvs)) return 'ipvs'
  return rules.iptables.includes('KUBE-SERVICES') ? 'iptables' : undefined
}
