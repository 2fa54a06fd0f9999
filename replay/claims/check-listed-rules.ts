// Whether the rules of a node, as a command listed them, send to the endpoints that a claim says.
// Upstream: pkg/proxy/iptables/proxier.go (chains and comments), pkg/proxy/topology.go (which endpoints a node uses)
import type { Endpoint } from '../../api/discovery-v1.ts'
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim, RuleEndpoints, Subject } from './claim.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, type SeenCommand, unknown } from './world.ts'

type ListedRulesClaim = Extract<Claim, { kind: 'listed rules' }>

const aService: Subject = { kind: 'Service', resource: 'services', number: 'one' }

/** Checks that the rules which a command of the step listed send a Service's traffic to the claimed endpoints. */
export async function checkListedRules(claim: ListedRulesClaim, world: ClaimWorld): Promise<ClaimResult> {
  const at = world.commands.findLastIndex(({ step, stdout }) => step === world.step && lists(stdout))
  if (at < 0) return unknown('no command of the step lists the rules of a node')
  const nodes = await world.objects('nodes')
  const node = nodeOf(world.commands, at, nodes)
  if (node === undefined) return unknown('the document does not say of which node the rules are')
  const resolved = await resolveSubject(claim.subject ?? aService, world)
  if ('why' in resolved) return unknown(resolved.why)
  const [service, ...others] = resolved.objects
  if (service === undefined) return noSuch('Service')
  if (others.length > 0) return unknown('which Service is meant?')
  const slices = await world.objects('endpointslices.discovery.k8s.io')
  const wanted = addresses(chosenOf(claim.endpoints, service, endpointsOf(service, slices), node))
  const found = new Set(targets(world.commands[at]!.stdout, service))
  const saw = `on ${node.metadata.name}: ${found.size === 0 ? 'no endpoints' : [...found].sort().join(', ')}; ${claim.endpoints === 'right' ? 'right would be' : 'it says'} ${wanted.size === 0 ? 'none' : [...wanted].sort().join(', ')}`
  return holds(
    wanted.size > 0 && found.size === wanted.size && [...wanted].every((one) => found.has(one)),
    saw,
  )
}

const lists = (text: string): boolean => /^-A KUBE-(?:SERVICES|SV[CL]-)/m.test(text)

/** The computer on which a command was typed: the last that a shell was opened on, or the only node. */
function nodeOf(
  commands: readonly SeenCommand[],
  at: number,
  nodes: readonly KubeObject[],
): KubeObject | undefined {
  for (const { text } of commands.slice(0, at + 1).toReversed()) {
    const [opened] =
      /\b(?:docker|podman)\s+exec\s[^\n]*|\bssh\s[^\n]*|\bdebug\s+(?:-\S+\s+)*node\/[^\n]*/.exec(text) ?? []
    const words = opened?.split(/[\s/@]+/) ?? []
    const node = nodes.find(({ metadata }) => words.includes(metadata.name!))
    if (node) return node
  }
  return nodes.length === 1 ? nodes[0] : undefined
}

/** kube-proxy writes none as long, in characters. */
const longestRule = 2000

/** Addresses to which the rules of a Service's cluster IP lead. */
function targets(rules: string, { metadata: { namespace, name } }: KubeObject): string[] {
  const own = `"${namespace}/${name}`
  const lines = rules.split('\n').filter((line) => line.length < longestRule && line.includes(own))
  const chains = new Set(
    lines.flatMap((line) => /^-A KUBE-SERVICES .* cluster IP" .*-j (KUBE-SV[CL]-\S+)/.exec(line)?.[1] ?? []),
  )
  return lines.flatMap((line) => {
    const [, chain, endpoint] = /^-A (KUBE-SV[CL]-\S+) .* -> ([^\s"]+)" .*-j KUBE-SEP-/.exec(line) ?? []
    return chain !== undefined && chains.has(chain) ? [endpoint!.replace(/:\d+$/, '')] : []
  })
}

function endpointsOf({ metadata }: KubeObject, slices: readonly KubeObject[]): Endpoint[] {
  return slices
    .filter(
      (slice) =>
        slice.metadata.namespace === metadata.namespace &&
        slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
    )
    .flatMap((slice) => (slice['endpoints'] ?? []) as unknown as Endpoint[])
    .filter(({ conditions }) => conditions?.ready !== false)
}

function chosenOf(
  which: RuleEndpoints,
  service: KubeObject,
  all: readonly Endpoint[],
  { metadata }: KubeObject,
): readonly Endpoint[] {
  const zone = metadata.labels?.['topology.kubernetes.io/zone']
  const ofNode = (): Endpoint[] => all.filter(({ nodeName }) => nodeName === metadata.name)
  if (which === 'node') return ofNode()
  if (which === 'zone') return zone === undefined ? [] : all.filter((one) => one.zone === zone)
  if (which === 'all') return all
  const spec = service['spec']
  if (isObject(spec) && spec['internalTrafficPolicy'] === 'Local') return ofNode()
  const hinted = all.filter(({ hints }) => hints?.forZones?.some(({ name }) => name === zone) === true)
  return hinted.length > 0 && all.every(({ hints }) => (hints?.forZones?.length ?? 0) > 0) ? hinted : all
}

const addresses = (endpoints: readonly Endpoint[]): Set<string> =>
  new Set(endpoints.flatMap((one) => one.addresses ?? []))
