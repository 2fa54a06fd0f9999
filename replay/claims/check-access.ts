// Claims about what somebody may do, as the server's authorizers say it, and about the mode that kube-proxy's rules show.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim, RuleTool } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, type NodeRules, noSuch, unknown } from './world.ts'

/** Whether a user or a ServiceAccount may do something with a resource. */
export async function checkAccess(
  claim: Extract<Claim, { kind: 'access' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const { who, verb, resource, namespace, negated } = claim
  const account = 'account' in who ? await accountNamed(who.account, world) : undefined
  if ('account' in who && account === undefined) return unknown('which ServiceAccount is meant?')
  const user = 'user' in who ? who.user : `system:serviceaccount:${account!.namespace}:${account!.name}`
  const asked = namespace ?? account?.namespace ?? 'default'
  const answer = await world.may?.({ user, verb, resource, namespace: asked })
  if (answer === undefined) return unknown('no server answers who may do what')
  return holds(answer !== negated, `${user} may ${answer ? '' : 'not '}${verb} ${resource}`)
}

/** @param name undefined: the only one that the document makes */
async function accountNamed(
  name: string | undefined,
  world: ClaimWorld,
): Promise<{ name: string; namespace: string } | undefined> {
  const made = world.documented.filter(({ resource }) => resource === 'serviceaccounts')
  const isMeant = (one: KubeObject['metadata']): boolean =>
    name === undefined
      ? made.some((each) => each.name === one.name && each.namespace === one.namespace)
      : one.name === name
  const found = (await world.objects('serviceaccounts')).filter(({ metadata }) => isMeant(metadata))
  const [{ metadata } = { metadata: {} as KubeObject['metadata'] }] = found
  return found.length === 1 ? { name: metadata.name ?? '', namespace: metadata.namespace ?? '' } : undefined
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

/** Whether a rule of the roles has a verb and a resource. */
export async function checkGrant(
  { subject, verb, resource, negated }: Extract<Claim, { kind: 'grant' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind } = resolved
  if (objects.length === 0) return noSuch(kind)
  const results = new Set(objects.map((role) => rulesOf(role).some((rule) => fits(rule, verb, resource))))
  const saw = JSON.stringify(objects.flatMap(rulesOf)).slice(0, 200)
  return results.size > 1
    ? unknown(`which ${kind} is meant? ${saw}`)
    : holds(results.has(true) !== negated, saw)
}

const rulesOf = (role: KubeObject): JsonObject[] =>
  Array.isArray(role['rules']) ? (role['rules'] as unknown[]).filter(isObject) : []
function fits(rule: JsonObject, verb: string | undefined, resource: string | undefined): boolean {
  const has = (name: string, wanted: string | undefined): boolean => {
    const list = rule[name]
    return wanted === undefined || (Array.isArray(list) && (list.includes(wanted) || list.includes('*')))
  }
  return has('verbs', verb) && has('resources', resource)
}

/** The rules for IPVS need some of iptables too. */
function modeOf(rules: NodeRules): RuleTool | undefined {
  if (/table \w+ kube-proxy/.test(rules.nftables)) return 'nftables'
  if (/^(?:TCP|UDP|SCTP|-A) /m.test(rules.ipvs)) return 'ipvs'
  return rules.iptables.includes('KUBE-SERVICES') ? 'iptables' : undefined
}
