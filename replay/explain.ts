// Why reality differs from a document: which gate, which release, whose default.
import type { MachineCluster } from './machine/cluster.ts'
import type { GateFacts } from './runtime.ts'

/** Fields whose value hangs on a gate, and the component that reads the gate. */
const fieldGates: readonly { field: RegExp; gate: string; component: string }[] = [
  { field: /kubeProxyVersion|Kube-Proxy Version/, gate: 'DisableNodeKubeProxyVersion', component: 'kubelet' },
  { field: /externalIPs/, gate: 'AllowServiceExternalIPs', component: 'kube-proxy' },
  { field: /trafficDistribution/, gate: 'ServiceTrafficDistribution', component: 'kube-apiserver' },
  { field: /declaredFeatures/, gate: 'NodeDeclaredFeatures', component: 'kubelet' },
]

/** A sentence, or undefined where nothing is known. `documentGates`: the gates that the document names. */
export function explain(
  text: string,
  cluster: MachineCluster,
  facts: GateFacts,
  documentGates: readonly string[],
): string | undefined {
  const known = fieldGates.find((f) => f.field.test(text))
  const gate = known?.gate ?? (documentGates.length === 1 ? documentGates[0] : undefined)
  if (gate === undefined) return undefined
  const component = known?.component ?? 'kube-apiserver'
  const record = [...cluster.records].find(([name]) => name.split('/')[0] === component)?.[1]
  if (record === undefined) return undefined
  const at = facts.at(gate, record.release)
  const who = `${component} ${record.release}`
  if (at === undefined) return `${who} has no feature gate ${gate}`
  const set = record.gates[gate]
  const value = set ?? at.default
  const whose =
    set === undefined
      ? `nothing sets it; ${facts.history(gate, record.release)}`
      : `it was set; the default is ${at.default}`
  return `${gate}=${value} in ${who}: ${whose}`
}

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
