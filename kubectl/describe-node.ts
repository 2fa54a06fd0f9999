// Upstream: kubectl/pkg/describe/describe.go (describeNode)
import type { KubeObject } from '../server/apimachinery/json.ts'
import { longTime, multiline, pairs } from './describe-parts.ts'
import type { Session } from './session.ts'

interface NodeParts {
  spec?: {
    podCIDR?: string
    podCIDRs?: string[]
    providerID?: string
    unschedulable?: boolean
    taints?: { key: string; value?: string; effect: string }[]
  }
  status?: {
    conditions?: {
      type: string
      status: string
      reason?: string
      message?: string
      lastHeartbeatTime?: string
      lastTransitionTime?: string
    }[]
    addresses?: { type: string; address: string }[]
    capacity?: Record<string, string>
    allocatable?: Record<string, string>
    nodeInfo?: Record<string, string>
  }
}

export async function describeNode(session: Session, object: KubeObject): Promise<string> {
  const { spec = {}, status = {} } = object as NodeParts
  const { name = '', labels, annotations, creationTimestamp } = object.metadata
  const roles = Object.keys(labels ?? {})
    .filter((l) => l.startsWith('node-role.kubernetes.io/'))
    .map((l) => l.slice(24))
    .sort()
  const taints = (spec.taints ?? []).map(
    (t) => `${t.key}${t.value === undefined || t.value === '' ? '' : `=${t.value}`}:${t.effect}`,
  )
  return [
    `Name:\t${name}\n`,
    `Roles:\t${roles.length > 0 ? roles.join(',') : '<none>'}\n`,
    multiline('Labels', pairs(labels, '=')),
    multiline('Annotations', pairs(annotations, ': ')),
    `CreationTimestamp:\t${longTime(creationTimestamp)}\n`,
    multiline('Taints', taints),
    `Unschedulable:\t${spec.unschedulable ?? false}\n`,
    await lease(session, name),
    conditions(status),
    `Addresses:\n${(status.addresses ?? []).map((a) => `  ${a.type}:\t${a.address}\n`).join('')}`,
    quantities('Capacity', status.capacity),
    quantities('Allocatable', status.allocatable),
    systemInfo(status.nodeInfo ?? {}),
    spec.podCIDR ? `PodCIDR:\t${spec.podCIDR}\n` : '',
    spec.podCIDRs?.length ? `PodCIDRs:\t${spec.podCIDRs.join(',')}\n` : '',
    spec.providerID ? `ProviderID:\t${spec.providerID}\n` : '',
    await pods(session, name),
  ].join('')
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

function conditions(status: NonNullable<NodeParts['status']>): string {
  if (!status.conditions?.length) return ''
  const rows = status.conditions.map(
    (c) =>
      `  ${c.type} \t${c.status} \t${longTime(c.lastHeartbeatTime)} \t${longTime(c.lastTransitionTime)} \t${c.reason ?? ''} \t${c.message ?? ''}\n`,
  )
  return `Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${rows.join('')}`
}

function quantities(title: string, map: Record<string, string> | undefined): string {
  const names = Object.keys(map ?? {}).sort()
  return names.length === 0 ? '' : `${title}:\n${names.map((n) => `  ${n}:\t${map![n]}\n`).join('')}`
}

const infoLines: readonly [string, string][] = [
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

const systemInfo = (info: Record<string, string>): string =>
  `System Info:\n${infoLines.map(([title, key]) => `  ${title}:\t${info[key] ?? ''}\n`).join('')}`

/** @note Requests of pods are not summed up yet: shown as none. */
async function pods(session: Session, node: string): Promise<string> {
  const fields = encodeURIComponent(`spec.nodeName=${node},status.phase!=Succeeded,status.phase!=Failed`)
  const list = await (await session.transport()).json<{ items: KubeObject[] }>(
    `/api/v1/pods?fieldSelector=${fields}`,
  )
  const none = '0 (0%)'
  const rows = list.items.map(
    (p) => `  ${p.metadata.namespace}\t${p.metadata.name}\t\t${none}\t${none}\t${none}\t${none}\t0s\n`,
  )
  return `Non-terminated Pods:\t(${rows.length} in total)\n  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n${rows.join('')}Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n  Resource\tRequests\tLimits\n  --------\t--------\t------\n  cpu\t${none}\t${none}\n  memory\t${none}\t${none}\n  ephemeral-storage\t${none}\t${none}\n  hugepages-1Gi\t${none}\t${none}\n  hugepages-2Mi\t${none}\t${none}\n`
}
