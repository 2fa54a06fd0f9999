// Why reality differs from a document: which gate, which release, whose default.
import { gateIn, type MachineCluster } from './machine/cluster.ts'
import type { GateFacts } from './runtime.ts'

/** Fields whose value hangs on a gate, and the component that reads the gate. */
const fieldGates: readonly { field: RegExp; gate: string; component: string }[] = [
  { field: /kubeProxyVersion|Kube-Proxy Version/, gate: 'DisableNodeKubeProxyVersion', component: 'kubelet' },
  { field: /externalIPs/, gate: 'AllowServiceExternalIPs', component: 'kube-proxy' },
  { field: /trafficDistribution/, gate: 'ServiceTrafficDistribution', component: 'kube-apiserver' },
  { field: /declaredFeatures/, gate: 'NodeDeclaredFeatures', component: 'kubelet' },
]

/** A sentence, or undefined where nothing is known, or where the gate is as in the document's own release. */
export function explain(
  text: string,
  cluster: Running,
  facts: GateFacts,
  documentGates: readonly string[],
): string | undefined {
  const known = fieldGates.find((f) => f.field.test(text))
  const gate = known?.gate ?? (documentGates.length === 1 ? documentGates[0] : undefined)
  if (gate === undefined) return undefined
  const component = known?.component ?? 'kube-apiserver'
  const record = ofComponent(cluster.records, component)
  if (record === undefined) return undefined
  const at = facts.at(gate, record.release)
  const who = `${component} ${record.release}`
  const instead = standInText([gate], component, cluster, facts)
  if (at === undefined)
    return joined(`${who} has no feature gate ${gate}`, facts.history(gate, record.release), instead)
  const set = record.gates[gate]
  const value = gateIn(record, gate, facts)
  const wanted = ofComponent(cluster.meant, component)
  const there = wanted === undefined ? undefined : facts.standing?.(gate, wanted)
  if (there !== undefined && (there.state !== undefined && (set ?? there.state.default)) === value)
    return undefined
  const whose =
    set === undefined
      ? `nothing sets it; ${facts.history(gate, record.release)}`
      : `it was set; the default is ${at.default}`
  return joined(`${gate}=${value} in ${who}: ${whose}`, instead)
}

type Running = Pick<MachineCluster, 'meant' | 'records'>

/** Of a map by component and node (`kubelet/127.0.0.1`). */
const ofComponent = <T>(map: ReadonlyMap<string, T>, component: string): T | undefined =>
  [...map].find(([name]) => name.split('/')[0] === component)?.[1]

const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('; ')

/**
 * That a component runs another release than the document's, which cannot be simulated, and how the gates stand in the document's.
 * Undefined where it runs the document's own.
 */
export function standInText(
  gates: readonly string[],
  component: string,
  { meant, records }: Running,
  facts: GateFacts,
  release = ofComponent(records, component)?.release,
): string | undefined {
  const wanted = ofComponent(meant, component)
  if (wanted === undefined || release === undefined) return undefined
  const there = gates.flatMap((gate) => facts.standing?.(gate, wanted)?.text ?? [])
  return [`${release}${ofDocument}${wanted}`, ...there].join('; ')
}

const ofDocument = " stands in for the document's "

/** Whether a reason is that another release runs than the document's. */
export const isOfStandIn = (why: string): boolean => why.includes(ofDocument)

/** Gate names that a document mentions as gates. */
export function gatesNamedIn(source: readonly string[]): string[] {
  const names = new Set<string>()
  for (const line of source) {
    for (const [, name] of line.matchAll(/Feature gate name:\s*`?([A-Z]\w+)/g)) names.add(name!)
    for (const [, list] of line.matchAll(/(?:FEATURE_GATES|--feature-gates)=([\w=,]+)/g)) {
      for (const [, name] of list!.matchAll(/([A-Z]\w+)=(?:true|false)/g)) names.add(name!)
    }
  }
  return [...names]
}
