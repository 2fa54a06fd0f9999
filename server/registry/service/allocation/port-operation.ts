// Upstream: pkg/registry/core/service/portallocator/{allocator,operation}.go
import type { ServerContext } from '../../generic/strategy.ts'
import { countedPort } from './allocation-metrics.ts'
import { AllocationError, bandSize, RangeFullError, rotated } from './ip-range.ts'
import { RangeAllocation } from './range-allocation.ts'
import { type ServiceIndex, serviceIndex } from './service-index.ts'

const dryRunBase = 32768

/** The node ports that a write takes. They are reserved until {@link finish}; a dry run reserves none. */
export class PortOperation {
  private readonly server: ServerContext
  private readonly index: ServiceIndex
  private readonly range: RangeAllocation | undefined
  private readonly dryRun: boolean
  private readonly allocated = new Set<number>()
  private highest = dryRunBase

  private constructor(server: ServerContext, index: ServiceIndex, dryRun: boolean) {
    this.server = server
    this.index = index
    this.dryRun = dryRun
    this.range = dryRun ? undefined : RangeAllocation.ofNodePorts(server)
  }
  static async start(server: ServerContext, dryRun: boolean): Promise<PortOperation> {
    return new PortOperation(server, await serviceIndex(server.storage), dryRun)
  }

  /** Throws an AllocationError. @note A dry run takes ports outside the range too. */
  allocate(port: number): Promise<void> {
    const work = () => this.allocateGiven(port)
    return this.dryRun ? work() : countedPort(this.server, 'static', work)
  }

  private async allocateGiven(port: number): Promise<void> {
    const { from, to } = this.server.nodePortRange
    if (!this.dryRun && (port < from || port > to))
      throw new AllocationError(
        `provided port is not in the valid range. The range of valid ports is ${from}-${to}`,
      )
    if (this.index.hasPort(port) || (this.dryRun && this.allocated.has(port)))
      throw new AllocationError('provided port is already allocated')
    if (!(await this.take(port))) throw new AllocationError('provided port is already allocated')
  }

  /** Whether no other server has it. */
  private async take(port: number): Promise<boolean> {
    this.note(port)
    if ((await this.range?.claim(port - this.server.nodePortRange.from)) !== false) return true
    this.allocated.delete(port)
    this.index.reservePort(port, -1)
    return false
  }

  private note(port: number): number {
    this.highest = this.allocated.size === 0 ? port : Math.max(this.highest, port)
    this.allocated.add(port)
    if (!this.dryRun) this.index.reservePort(port, 1)
    return port
  }

  async allocateNext(): Promise<number> {
    if (this.dryRun) return this.note(this.highest + 1)
    return countedPort(this.server, 'dynamic', () => this.allocateAny())
  }

  private async allocateAny(): Promise<number> {
    const { from, to } = this.server.nodePortRange
    const size = to - from + 1
    const band = bandSize(size, 16, 128, 32)
    const { cursors } = this.index
    for (const at of rotated(band, size, 'ports dynamic', cursors, this.server.random))
      if (!this.index.hasPort(from + at) && (await this.take(from + at))) return from + at
    for (const at of rotated(0, band, 'ports static', cursors, this.server.random))
      if (!this.index.hasPort(from + at) && (await this.take(from + at))) return from + at
    throw new RangeFullError()
  }

  /** The write ended: what it stored holds the ports, or nothing does. */
  async finish(success: boolean): Promise<void> {
    if (this.dryRun) return
    const allocated = [...this.allocated]
    this.allocated.clear()
    for (const port of allocated) this.index.reservePort(port, -1)
    if (!success) await releasePorts(this.server, allocated)
  }
}

/** Gives ports back that no Service holds any more; where one server alone writes the store it sees that by itself. */
export async function releasePorts(server: ServerContext, ports: readonly number[]): Promise<void> {
  const range = RangeAllocation.ofNodePorts(server)
  if (range === undefined) return
  for (const port of ports) await range.release(port - server.nodePortRange.from)
}
