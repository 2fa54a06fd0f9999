// Upstream: kubectl/pkg/describe/describe.go (describeEndpoints, describeEndpointSliceV1, describePodDisruptionBudgetV1)

import type { EndpointAddress, EndpointSubset } from '../../../api/core-v1.ts'
import type { Endpoint } from '../../../api/discovery-v1.ts'
import type { Condition } from '../../../api/meta-v1.ts'
import type { Describer } from './describer.ts'
import { header, longTime, orNone, type Selector, selectorText } from './parts.ts'

/** Describes Endpoints: addresses and ports by subset. */
export const describeEndpoints: Describer = (_session, object) => {
  const subsets = ((object['subsets'] ?? []) as EndpointSubset[]).map((subset) => {
    const list = (addresses: EndpointAddress[] | undefined): string =>
      orNone((addresses ?? []).map((a) => a.ip).join(','))
    const ports = (subset.ports ?? []).map(
      (p) => `    ${(p.name ?? '') === '' ? '<unset>' : p.name}\t${p.port}\t${p.protocol ?? ''}\n`,
    )
    const table =
      ports.length === 0
        ? ''
        : `  Ports:\n    Name\tPort\tProtocol\n    ----\t----\t--------\n${ports.join('')}`
    return `  Addresses:\t${list(subset.addresses)}\n  NotReadyAddresses:\t${list(subset.notReadyAddresses)}\n${table}\n`
  })
  return `${header(object)}Subsets:\n${subsets.join('')}`
}

function endpointText(e: Endpoint): string {
  const target = e.targetRef === undefined ? '' : `    TargetRef:\t${e.targetRef.kind}/${e.targetRef.name}\n`
  return `  - Addresses:\t${orNone((e.addresses ?? []).join(', '))}\n    Conditions:\n      Ready:\t${e.conditions?.ready ?? '<unset>'}\n    Hostname:\t${e.hostname ?? '<unset>'}\n${target}    NodeName:\t${e.nodeName ?? '<unset>'}\n    Zone:\t${e.zone ?? '<unset>'}\n`
}

/** Describes an EndpointSlice: its ports, and each endpoint with its conditions. */
export const describeEndpointSlice: Describer = (_session, object) => {
  const ports = ((object['ports'] ?? []) as { name?: string; port?: number; protocol?: string }[]).map(
    (p) => `  ${(p.name ?? '') === '' ? '<unset>' : p.name}\t${p.port ?? '<unset>'}\t${p.protocol ?? ''}\n`,
  )
  const portsText =
    ports.length === 0
      ? 'Ports: <unset>\n'
      : `Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n${ports.join('')}`
  const list = (object['endpoints'] ?? []) as Endpoint[]
  const endpointsText =
    list.length === 0 ? 'Endpoints: <none>\n' : `Endpoints:\n${list.map(endpointText).join('')}`
  return `${header(object)}AddressType:\t${String(object['addressType'])}\n${portsText}${endpointsText}`
}

/** Describes a PodDisruptionBudget. */
export const describeDisruptionBudget: Describer = (_session, object) => {
  const { name = '', namespace = '' } = object.metadata
  const spec = object['spec'] as {
    minAvailable?: number | string
    maxUnavailable?: number | string
    selector?: Selector
  }
  const status = (object['status'] ?? {}) as Record<string, number>
  const limit =
    spec.minAvailable === undefined
      ? `Max unavailable:\t${spec.maxUnavailable ?? ''}\n`
      : `Min available:\t${spec.minAvailable}\n`
  return `Name:\t${name}\nNamespace:\t${namespace}\n${limit}Selector:\t${spec.selector === undefined ? '<unset>' : selectorText(spec.selector)}\nStatus:\n    Allowed disruptions:\t${status['disruptionsAllowed'] ?? 0}\n    Current:\t${status['currentHealthy'] ?? 0}\n    Desired:\t${status['desiredHealthy'] ?? 0}\n    Total:\t${status['expectedPods'] ?? 0}\n`
}

/** Describes an IPAddress: whose it is. */
export const describeIPAddress: Describer = (_session, object) => {
  const { parentRef } = (object['spec'] ?? {}) as { parentRef?: Record<string, string> }
  const of = (key: string): string => parentRef?.[key] ?? ''
  const parent =
    parentRef === undefined
      ? ''
      : `Parent Reference:\n  Group:\t${of('group')}\n  Resource:\t${of('resource')}\n  Namespace:\t${of('namespace')}\n  Name:\t${of('name')}\n`
  return `${header(object)}${parent}`
}

/** Describes a ServiceCIDR, with its conditions. */
export const describeServiceCIDR: Describer = (_session, object) => {
  const { cidrs = [] } = (object['spec'] ?? {}) as { cidrs?: string[] }
  const { conditions = [] } = (object['status'] ?? {}) as { conditions?: Condition[] }
  const rows = conditions.map(
    (c) => `  ${c.type}\t${c.status}\t${longTime(c.lastTransitionTime)}\t${c.reason}\t${c.message}\n`,
  )
  const table =
    rows.length === 0
      ? ''
      : `Status:\nConditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n${rows.join('')}`
  return `${header(object)}CIDRs:\t${cidrs.join(', ')}\n${table}`
}
