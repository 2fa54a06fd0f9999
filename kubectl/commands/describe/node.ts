// Upstream: kubectl/pkg/describe/describe.go (describeNode)

import type { NodeStatus, NodeSystemInfo } from '../../../api/core-v1.ts'
import type { ResourceSliceSpec } from '../../../api/resource-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, labelsText, longTime, multiline, sortedNames } from './parts.ts'
import { nodeResourcesText } from './pod-resources.ts'

interface NodeParts {
  spec?: {
    podCIDR?: string
    podCIDRs?: string[]
    providerID?: string
    unschedulable?: boolean
    taints?: { key: string; value?: string; effect: string }[]
  }
  status?: NodeStatus
}
/** Describes a Node, with its Lease, its pods and their requests, which the server is asked for. */
export async function describeNode(session: Session, object: KubeObject): Promise<string> {
  const { spec = {}, status = {} } = object as NodeParts
  const { name = '', labels, annotations, creationTimestamp } = object.metadata
  const roles = rolesOf(labels ?? {})
  const taints = [...(spec.taints ?? [])]
    .sort((a, b) => (`${a.effect},${a.key}` < `${b.effect},${b.key}` ? -1 : 1))
    .map((t) => `${t.key}${(t.value ?? '') === '' ? '' : `=${t.value}`}:${t.effect}`)
  return [
    `Name:\t${name}\nRoles:\t${roles.length > 0 ? roles.join(',') : '<none>'}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `CreationTimestamp:\t${longTime(creationTimestamp)}\n`,
    multiline('Taints', taints),
    `Unschedulable:\t${spec.unschedulable ?? false}\n`,
    await lease(session, name),
    conditions(status),
    `Addresses:\n${(status.addresses ?? []).map((a) => `  ${a.type}:\t${a.address}\n`).join('')}`,
    quantities('Capacity', status.capacity),
    quantities('Allocatable', status.allocatable),
    describeDialect(session.minor).resourceSlices ? await resourceSlices(session, name) : '',
    systemInfo(session, status.nodeInfo ?? {}),
    spec.podCIDR ? `PodCIDR:\t${spec.podCIDR}\n` : '',
    spec.podCIDRs?.length ? `PodCIDRs:\t${spec.podCIDRs.join(',')}\n` : '',
    spec.providerID ? `ProviderID:\t${spec.providerID}\n` : '',
    nodeResourcesText(await pods(session, name), status.allocatable ?? status.capacity ?? {}, {
      now: session.host.now(),
      minor: session.minor,
    }),
  ].join('')
}

function rolesOf(labels: Record<string, string>): string[] {
  const prefix = 'node-role.kubernetes.io/'
  const roles = Object.keys(labels).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : key === 'kubernetes.io/role' ? [labels[key]!] : [],
  )
  return [...new Set(roles.filter((role) => role !== ''))].sort()
}

async function lease(session: Session, name: string): Promise<string> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${name}`
  try {
    const { spec } = await (await session.transport()).json<{
      spec: { holderIdentity?: string; acquireTime?: string; renewTime?: string }
    }>(path)
    const time = (t: string | undefined): string => (t === undefined ? '<unset>' : longTime(t))
    return `Lease:\n  HolderIdentity:\t${spec.holderIdentity ?? '<unset>'}\n  AcquireTime:\t${time(spec.acquireTime)}\n  RenewTime:\t${time(spec.renewTime)}\n`
  } catch (error) {
    return `Lease:\tFailed to get lease: ${(error as Error).message}\n`
  }
}

function conditions(status: NodeStatus): string {
  if (!status.conditions?.length) return ''
  const rows = status.conditions.map(
    (c) =>
      `  ${c.type} \t${c.status} \t${longTime(c.lastHeartbeatTime)} \t${longTime(c.lastTransitionTime)} \t${c.reason ?? ''} \t${c.message ?? ''}\n`,
  )
  return `Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${rows.join('')}`
}

function quantities(title: string, map: Record<string, string> | undefined): string {
  const names = sortedNames(map)
  return names.length === 0 ? '' : `${title}:\n${names.map((n) => `  ${n}:\t${map![n]}\n`).join('')}`
}

const infoLines: readonly (readonly [string, keyof NodeSystemInfo])[] = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
  ['Kubelet Version', 'kubeletVersion'],
]

function systemInfo(session: Session, info: NodeSystemInfo): string {
  const lines: (readonly [string, keyof NodeSystemInfo])[] = [
    ...infoLines,
    ...(describeDialect(session.minor).nodeTellsKubeProxy
      ? [['Kube-Proxy Version', 'kubeProxyVersion'] as const]
      : []),
  ]
  return `System Info:\n${lines.map(([title, key]) => `  ${title}:\t${info[key] ?? ''}\n`).join('')}`
}

async function pods(session: Session, node: string): Promise<KubeObject[]> {
  const fields = encodeURIComponent(`spec.nodeName=${node},status.phase!=Succeeded,status.phase!=Failed`)
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `/api/v1/pods?fieldSelector=${fields}`,
  )
  return list.items
}

const mostPools = 10

/** The pools of devices in the node's own ResourceSlices; empty where it has none, or the server does not say. */
async function resourceSlices(session: Session, node: string): Promise<string> {
  const path = `/apis/resource.k8s.io/v1/resourceslices?fieldSelector=${encodeURIComponent(`spec.nodeName=${node}`)}`
  const transport = await session.transport()
  const { items } = await transport
    .json<{ items: { spec: ResourceSliceSpec }[] }>(path)
    .catch(() => ({ items: [] }))
  const pools = new Map<string, { driver: string; pool: string; slices: number; devices: number }>()
  for (const { spec } of items) {
    const { driver = '', devices = [] } = spec
    const pool = spec.pool?.name ?? ''
    const known = pools.get(`${driver}/${pool}`) ?? { driver, pool, slices: 0, devices: 0 }
    pools.set(`${driver}/${pool}`, {
      ...known,
      slices: known.slices + 1,
      devices: known.devices + devices.length,
    })
  }
  if (pools.size === 0) return ''
  const rows = [...pools.keys()]
    .sort()
    .slice(0, mostPools)
    .map((key) => pools.get(key)!)
    .map(({ driver, pool, slices, devices }) => `  ${driver}\t${pool}\t${slices}\t${devices}\n`)
  const more = pools.size > mostPools ? `  ...and ${pools.size - mostPools} more pools\n` : ''
  return `Node-Local ResourceSlices:\n  Driver\tPool\tSlices\tDevices\n  ------\t----\t------\t-------\n${rows.join('')}${more}`
}
