// Claims about the rules that kube-proxy has programmed for Services, on every node.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type RulesClaim = Extract<Claim, { kind: 'rules' }>

/** Checks whether every node's kube-proxy has rules for the Services, or none has. */
export async function checkRules(
  { subject, present, tool }: RulesClaim,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { ambiguous } = resolved
  // "Services", where the document made none, are those of every cluster.
  const own = subject.number === 'many' && subject.type === undefined && subject.of === undefined
  const objects = resolved.objects.length === 0 && own ? await world.objects('services') : resolved.objects
  if (ambiguous) return unknown('which Service is meant?')
  if (objects.length === 0) return noSuch('Service')
  if (subject.number === 'both' && objects.length !== 2)
    return unknown(`there are ${objects.length} Services, not two`)
  const rules = (await world.rules?.()) ?? []
  if (rules.length === 0) return unknown('no kube-proxy runs')
  const found = objects.map((service) => ({ service, addresses: addressesOf(service) }))
  const none = found.find(({ addresses }) => addresses.length === 0)
  if (none !== undefined) return unknown(`Service ${none.service.metadata.name} has no address yet`)
  const seen = found.flatMap(({ service, addresses }) =>
    rules.flatMap(({ node, iptables, nftables, ipvs }) => {
      const text = tool === undefined ? iptables + nftables + ipvs : { iptables, nftables, ipvs }[tool]
      return addresses.map((address) => ({
        name: service.metadata.name,
        node,
        address,
        has: hasAddress(text, address),
      }))
    }),
  )
  const saw = seen
    .slice(0, 6)
    .map(({ name, node, address, has }) => `${node}: ${has ? 'rules' : 'no rule'} for ${address} of ${name}`)
    .join('; ')
  return holds(
    seen.every(({ has }) => has === present),
    saw,
  )
}

/** Those of its load balancer where it is to have one; else its own. */
function addressesOf(service: KubeObject): string[] {
  const spec = isObject(service['spec']) ? service['spec'] : {}
  if (spec['type'] !== 'LoadBalancer')
    return [spec['clusterIPs']].flat().filter((ip): ip is string => typeof ip === 'string' && ip !== 'None')
  const status = isObject(service['status']) ? service['status'] : {}
  const balancer = isObject(status['loadBalancer']) ? status['loadBalancer'] : {}
  return [balancer['ingress']]
    .flat()
    .flatMap((one) => (isObject(one) && typeof one['ip'] === 'string' ? [one['ip']] : []))
}

function hasAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + address.length] ?? ' '}`
    if (!/[\d.:a-f]/.test(around.replace(/:$/, ''))) return true
  }
  return false
}
