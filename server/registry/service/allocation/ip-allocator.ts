// Upstream: pkg/registry/core/service/ipallocator/{bitmap,cidrallocator}.go

import type { ServiceCIDRSpec, ServiceCIDRStatus } from '../../../../api/networking-v1.ts'
import type { KubeObject } from '../../../../apimachinery/json.ts'
import type { IPAddress } from '../../../../apimachinery/validation/ip-address.ts'
import type { IPFamily } from '../../../../component-base/ip-family.ts'
import { gateEnabled } from '../../../../featuregates/reader.ts'
import type { ServerContext } from '../../generic/strategy.ts'
import { serviceDialect } from '../dialect.ts'
import { countedIP } from './allocation-metrics.ts'
import { createIPAddress, deleteIPAddress, type ServiceRef } from './ip-addresses.ts'
import { AllocationError, alreadyAllocated, IPRange, mismatchedNetwork, RangeFullError } from './ip-range.ts'
import { RangeAllocation } from './range-allocation.ts'
import { type ServiceIndex, serviceIndex } from './service-index.ts'

/** Gives out cluster IPs of one family. What it gave is reserved until {@link settle} or {@link release}. */
export class IPAllocator {
  private readonly server: ServerContext
  private readonly family: IPFamily
  private readonly range: IPRange
  private readonly index: ServiceIndex

  private constructor(server: ServerContext, family: IPFamily, range: IPRange, index: ServiceIndex) {
    this.server = server
    this.family = family
    this.range = range
    this.index = index
  }

  static async open(server: ServerContext, family: IPFamily): Promise<IPAllocator> {
    const range = server.serviceCIDRs.map((cidr) => new IPRange(cidr)).find((r) => r.family === family)!
    return new IPAllocator(server, family, range, await serviceIndex(server.storage))
  }

  private get multiCIDR(): boolean {
    return gateEnabled(this.server.gates, 'MultiCIDRServiceAllocator')
  }
  private get dualWrite(): boolean {
    return !gateEnabled(this.server.gates, 'DisableAllocatorDualWrite')
  }

  async allocate(ip: IPAddress, service: ServiceRef, dryRun: boolean): Promise<void> {
    if (dryRun) return (await this.dryRunRange()).check(ip)
    return countedIP(this.server, this.range.text, 'static', () => this.allocateGiven(ip, service))
  }

  private async allocateGiven(ip: IPAddress, service: ServiceRef): Promise<void> {
    if (!this.multiCIDR) {
      this.range.check(ip)
      return this.reserveInAll(ip)
    }
    ;(await this.rangeOf(ip)).check(ip)
    await this.take(ip, service)
  }

  /** @note A dry run answers with the address of the network. */
  async allocateNext(service: ServiceRef, dryRun: boolean): Promise<IPAddress> {
    if (dryRun) return (await this.dryRunRange()).net.network
    return countedIP(this.server, this.range.text, 'dynamic', () => this.allocateAny(service))
  }

  private async allocateAny(service: ServiceRef): Promise<IPAddress> {
    const ranges = this.multiCIDR ? await this.readyRanges() : [this.range]
    for (const range of ranges) {
      const ip = await this.takeFrom(range, service)
      if (ip !== undefined) return ip
    }
    throw new RangeFullError()
  }

  private async takeFrom(range: IPRange, service: ServiceRef): Promise<IPAddress | undefined> {
    for (const ip of range.candidates(this.index.cursors, this.server.random)) {
      if (this.index.hasIP(ip.bits)) continue
      try {
        if (this.multiCIDR) await this.take(ip, service)
        else await this.reserveInAll(ip)
        return ip
      } catch (error) {
        if (error instanceof AllocationError) continue
        const passedOn = serviceDialect(this.server.release.minor).passesOnAllocatorErrors
        if (passedOn === 'always' || (passedOn === 'with dual write' && this.dualWrite)) throw error
        // Another range is tried.
        return undefined
      }
    }
    return undefined
  }

  private reserve(ip: IPAddress): void {
    if (this.index.hasIP(ip.bits)) throw alreadyAllocated()
    this.index.reserveIP(ip.bits, 1)
  }

  /** The bitmap that servers of one store share; only addresses of the server's own range have a place in it. */
  private get bitmap(): RangeAllocation | undefined {
    return RangeAllocation.ofClusterIPs(this.server, this.range.net)
  }

  private async reserveInAll(ip: IPAddress): Promise<void> {
    this.reserve(ip)
    if (!this.range.allocatable(ip) || (await this.bitmap?.claim(this.range.offsetOf(ip))) !== false) return
    this.index.reserveIP(ip.bits, -1)
    throw alreadyAllocated()
  }

  private async take(ip: IPAddress, service: ServiceRef): Promise<void> {
    await this.reserveInAll(ip)
    try {
      await createIPAddress(this.server, ip, service)
    } catch (error) {
      await this.release(ip, true, false)
      throw error
    }
  }

  /** The write succeeded: the stored service holds the address from now on. */
  settle(ip: IPAddress): void {
    this.index.reserveIP(ip.bits, -1)
  }

  /** The write failed, or the address is not needed any more. `reserved`: allocate was called in the same write. */
  async release(ip: IPAddress, reserved: boolean, stored = true): Promise<void> {
    if (reserved) this.index.reserveIP(ip.bits, -1)
    if (this.range.allocatable(ip)) await this.bitmap?.release(this.range.offsetOf(ip))
    if (stored && this.multiCIDR) await deleteIPAddress(this.server, ip)
  }

  /** The ranges of the ServiceCIDRs that are ready; before the first is there, what the server was started with. */
  private async readyRanges(): Promise<IPRange[]> {
    const { records } = await this.server.storage.list('/registry/servicecidrs/')
    if (records.length === 0) return [this.range]
    const cidrs = records.flatMap((r) => (isReady(r.object) ? cidrsOf(r.object) : []))
    return [...new Set(cidrs)]
      .map((cidr) => new IPRange(cidr))
      .filter((range) => range.family === this.family)
  }

  private async rangeOf(ip: IPAddress): Promise<IPRange> {
    const ranges = await this.readyRanges()
    const { takesEdgesOfRanges, hasServiceCIDRs } = serviceDialect(this.server.release.minor)
    if (!hasServiceCIDRs) return this.range
    const found = ranges.find((r) => (takesEdgesOfRanges ? r.contains(ip) : r.allocatable(ip)))
    if (found === undefined) throw mismatchedNetwork()
    return found
  }

  private async dryRunRange(): Promise<IPRange> {
    return (this.multiCIDR ? (await this.readyRanges())[0] : undefined) ?? this.range
  }
}

const cidrsOf = (object: KubeObject): string[] => (object['spec'] as ServiceCIDRSpec | undefined)?.cidrs ?? []

function isReady(object: KubeObject): boolean {
  if (object.metadata.deletionTimestamp !== undefined) return false
  const status = object['status'] as ServiceCIDRStatus | undefined
  const ready = (status?.conditions ?? []).find((c) => c.type === 'Ready')
  return ready === undefined || ready.status === 'True'
}
