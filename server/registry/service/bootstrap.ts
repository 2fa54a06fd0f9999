// Upstream: pkg/controlplane/controller/{kubernetesservice,defaultservicecidr}, pkg/registry/core/service/ipallocator/controller/repairip.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  cidrToString,
  ipFromBits,
  ipToString,
  parseCIDRSloppy,
  parseIPSloppy,
} from '../../../apimachinery/validation/ip-address.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { createIPAddress, ipAddressPrefix, ipAddressVersion } from './allocation/ip-addresses.ts'
import { AllocationError, IPRange } from './allocation/ip-range.ts'
import { RangeAllocation } from './allocation/range-allocation.ts'
import { portsHeldBy, servicePrefix } from './allocation/service-index.ts'
import { asService, clusterIPs, isExternalName } from './service.ts'

/** Are cluster IPs objects of their own, with ranges that can be added? */
export const hasMultipleCIDRs = (server: ServerContext): boolean =>
  gateEnabled(server.gates, 'MultiCIDRServiceAllocator')

/** Gives the recorded `kubernetes` service the first address of the server's range. */
export function adaptKubernetesService(object: KubeObject, server: ServerContext): void {
  const svc = asService(object)
  const net = parseCIDRSloppy(server.serviceCIDRs[0] ?? '')
  if (net === undefined) return
  const first = ipToString(ipFromBits(net.network.bits + 1n))
  svc.spec.clusterIP = first
  svc.spec.clusterIPs = [first]
  svc.spec.ipFamilies = [`IPv${net.network.family}`]
  // Upstream creates it as everybody does, and so allocates the address.
  const cidr = cidrToString(net)
  server.metrics.family('kube_apiserver_clusterip_allocator_allocation_total').add({ cidr, scope: 'static' })
}

/** The ServiceCIDR that stands for `--service-cluster-ip-range`. */
export function defaultServiceCIDR(server: ServerContext): KubeObject {
  const ready = {
    type: 'Ready',
    status: 'True',
    lastTransitionTime: toTime(server.clock.now()),
    reason: '',
    message: 'Kubernetes default Service CIDR is ready',
  }
  return {
    apiVersion: `networking.k8s.io/${ipAddressVersion(server.release.minor)}`,
    kind: 'ServiceCIDR',
    metadata: { name: 'kubernetes' },
    spec: { cidrs: [...server.serviceCIDRs] },
    status: { conditions: [ready] },
  }
}

/** Every cluster IP of a stored service gets its IPAddress: those of older releases have none. */
export async function repairIPAddresses(server: ServerContext): Promise<void> {
  if (!hasMultipleCIDRs(server)) return
  const { records } = await server.storage.list(servicePrefix)
  for (const { object } of records) {
    const svc = asService({ ...object })
    const { namespace = '', name = '', uid } = object.metadata
    const ref = { namespace, name, uid }
    for (const text of isExternalName(svc) ? [] : clusterIPs(svc)) {
      const ip = parseIPSloppy(text)
      if (ip === undefined || (await server.storage.get(ipAddressPrefix + ipToString(ip))) !== undefined)
        continue
      await createIPAddress(server, ip, ref).catch((error: unknown) => {
        if (!(error instanceof AllocationError)) throw error
      })
    }
  }
}

/** What stored Services hold is taken in the bitmaps that servers of one store share. Upstream: controller/repair.go of both allocators */
export async function repairRanges(server: ServerContext): Promise<void> {
  const ports = RangeAllocation.ofNodePorts(server)
  if (ports === undefined) return
  const { records } = await server.storage.list(servicePrefix)
  const services = records.map(({ object }) => asService({ ...object }))
  const { from, to } = server.nodePortRange
  await ports.repair(
    services
      .flatMap(portsHeldBy)
      .filter((port) => port >= from && port <= to)
      .map((port) => port - from),
  )
  const ips = services.filter((svc) => !isExternalName(svc)).flatMap(clusterIPs)
  for (const range of server.serviceCIDRs.map((cidr) => new IPRange(cidr))) {
    const inside = ips.flatMap((text) => parseIPSloppy(text) ?? []).filter((ip) => range.allocatable(ip))
    await RangeAllocation.ofClusterIPs(server, range.net)?.repair(inside.map((ip) => range.offsetOf(ip)))
  }
}
