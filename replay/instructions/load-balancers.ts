// Services in front of workloads that the document made: "created a load balancer for the two web servers".
import type { ToldObject } from './compose-object.ts'
import type { ActInstruction } from './instruction.ts'

interface Workload {
  kind: string
  name: string
  manifest: { spec?: { selector?: { matchLabels?: Record<string, string> } } }
}

const counts: Readonly<Record<string, number>> = { both: 2, two: 2, three: 3, four: 4 }
const phrase =
  /^[a-z-]+\s+(?:an?\s+|the\s+|\d\s+|two\s+|three\s+)?(?:`?(?<balancer>load ?balancers?)`?(?:\s+services?)?|services?\s+of\s+type\s+`?(?<type>LoadBalancer|NodePort|ClusterIP)`?|`?(?<typed>LoadBalancer|NodePort|ClusterIP)`?\s+services?|services?)\s+(?:for|in front of|exposing|to expose|that exposes?)\s+(?:the\s+|all\s+|each\s+of\s+the\s+)*(?:(?<count>both|two|three|four|\d)\s+(?:the\s+|of\s+the\s+)?)?(?:(?<prefix>[a-z]{2,20})\s+)?(?<noun>services?|deployments?|pods?|apps?|applications?|servers?|webservers?|workloads?|backends?)\s*[.:]?$/i

/** Undefined where the sentence tells of nothing of the kind, or the workloads that it counts are not those that were made. */
export function servicesInFront(
  { part, names }: Pick<ActInstruction, 'part' | 'names'>,
  made: readonly Workload[],
): ToldObject[] | undefined {
  const said = phrase.exec(part)?.groups
  if (said === undefined || names.length > 0) return undefined
  const workloads = made.filter(
    ({ kind, name }) =>
      /^(?:deployment|statefulset|daemonset|replicaset)$/.test(kind) &&
      (said['prefix'] === undefined || name.startsWith(said['prefix'].toLowerCase())),
  )
  const { count } = said
  const wanted = count === undefined ? undefined : (counts[count.toLowerCase()] ?? Number(count))
  const single = !said['noun']!.endsWith('s') && wanted === undefined
  if (workloads.length === 0 || (wanted ?? (single ? 1 : workloads.length)) !== workloads.length)
    return undefined
  const type = said['type'] ?? said['typed'] ?? (said['balancer'] === undefined ? undefined : 'LoadBalancer')
  return workloads.map(({ name, manifest }) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: {
      ...(type === undefined ? {} : { type }),
      selector: manifest.spec?.selector?.matchLabels ?? {},
      ports: [{ port: 80 }],
    },
  }))
}

/** Programs that give Services of type LoadBalancer their addresses, where a document says that one runs. */
const provider = /\b(metallb|cloud-provider-kind|kube-vip|purelb|openelb|porter)\b/i

interface Made {
  kind?: unknown
  metadata?: { name?: unknown }
  spec?: { type?: unknown }
}

/**
 * The load balancer's part: an address for each Service, from the pool that kind's documentation uses; none where the document
 * says of none that it runs.
 * @param made all objects of the document, in their order
 */
export function addressesGiven(made: readonly Made[], prose: readonly string[]): Map<string, string> {
  if (!prose.some((text) => provider.test(text))) return new Map()
  const names = made
    .filter(({ kind, spec }) => kind === 'Service' && spec?.type === 'LoadBalancer')
    .map(({ metadata }) => String(metadata?.name))
  return new Map([...new Set(names)].map((name, at) => [name, `172.18.255.${200 + at}`]))
}
