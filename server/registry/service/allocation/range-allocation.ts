// Upstream: pkg/registry/core/service/allocator/{bitmap.go,storage/storage.go}
import type { KubeObject } from '../../../../apimachinery/json.ts'
import { cidrToString, type IPNet } from '../../../../apimachinery/validation/ip-address.ts'
import { gateEnabled } from '../../../../featuregates/reader.ts'
import { StorageError } from '../../../storage/interface.ts'
import type { ServerContext } from '../../generic/strategy.ts'

/** The numbers of a range that are taken, as servers of one store agree on them: an object with a bit for each. */
export class RangeAllocation {
  private readonly server: ServerContext
  private readonly key: string
  private readonly range: string

  private constructor(server: ServerContext, name: string, range: string) {
    this.server = server
    this.key = `/registry/ranges/${name}`
    this.range = range
  }

  /** Of node ports, by their distance from the first; undefined where one server alone writes the store, which knows its Services. */
  static ofNodePorts(server: ServerContext): RangeAllocation | undefined {
    const { from, to } = server.nodePortRange
    return server.storage.shared
      ? new RangeAllocation(server, 'servicenodeports', `${from}-${to}`)
      : undefined
  }

  /** Of cluster IPs, by their distance from the first that can be given; undefined as above, and where each is an object. */
  static ofClusterIPs(server: ServerContext, net: IPNet): RangeAllocation | undefined {
    if (!server.storage.shared || !keepsBitmaps(server)) return undefined
    const text = cidrToString(net)
    const name = server.serviceCIDRs[0] === text ? 'serviceips' : 'secondaryserviceips'
    return new RangeAllocation(server, name, text)
  }

  /** Takes a number; false: another has it. */
  async claim(offset: number): Promise<boolean> {
    let taken = false
    await this.change((bits) => {
      taken = bits.has(offset)
      return taken ? bits : bits.with(offset)
    })
    return !taken
  }

  async release(offset: number): Promise<void> {
    await this.change((bits) => bits.without(offset))
  }

  /** Takes what Services hold already. */
  async repair(offsets: readonly number[]): Promise<void> {
    await this.change((bits) => offsets.reduce((all, offset) => all.with(offset), bits))
  }

  private async change(work: (bits: Bits) => Bits): Promise<void> {
    const { storage } = this.server
    for (;;) {
      const record = await storage.get(this.key)
      const before = Bits.of(record?.object as Shape | undefined)
      const after = work(before)
      if (record !== undefined && after === before) return
      try {
        if (record === undefined) await storage.create(this.key, this.object(after))
        else await storage.update(record.key, record.modRevision, this.object(after))
        return
      } catch (error) {
        if (!(error instanceof StorageError) || error.code === 'closed') throw error
      }
    }
  }

  private object(bits: Bits): KubeObject {
    return {
      kind: 'RangeAllocation',
      apiVersion: 'v1',
      metadata: {},
      range: this.range,
      data: bits.base64,
    } as unknown as KubeObject
  }
}

interface Shape {
  readonly data?: string
}

/** Whether cluster IPs are taken in a bitmap: before each is an object, and for a time beside it. */
const keepsBitmaps = ({ gates }: ServerContext): boolean =>
  !gateEnabled(gates, 'MultiCIDRServiceAllocator') || !gateEnabled(gates, 'DisableAllocatorDualWrite')

/** A set of numbers as Go's big.Int writes it: the first number is the last bit. */
class Bits {
  private readonly bytes: Buffer

  private constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  static of(object: Shape | undefined): Bits {
    return new Bits(Buffer.from(object?.data ?? '', 'base64'))
  }

  get base64(): string {
    return this.bytes.toString('base64')
  }

  has(offset: number): boolean {
    const byte = this.bytes[this.bytes.length - 1 - (offset >> 3)] ?? 0
    return ((byte >> (offset & 7)) & 1) === 1
  }

  with(offset: number): Bits {
    if (this.has(offset)) return this
    const size = Math.max(this.bytes.length, (offset >> 3) + 1)
    const bytes = Buffer.concat([Buffer.alloc(size - this.bytes.length), this.bytes])
    bytes[size - 1 - (offset >> 3)]! |= 1 << (offset & 7)
    return new Bits(bytes)
  }

  without(offset: number): Bits {
    if (!this.has(offset)) return this
    const bytes = Buffer.from(this.bytes)
    bytes[bytes.length - 1 - (offset >> 3)]! &= ~(1 << (offset & 7))
    const first = bytes.findIndex((byte) => byte !== 0)
    return new Bits(first === -1 ? Buffer.alloc(0) : bytes.subarray(first))
  }
}
