import type { PacketWay } from '../../cluster/network/packet-way.ts'

/** More than these of one command are not kept: one that sends in a loop says the same of each. */
const mostKept = 20

/** The ways of the packets that were sent in the machine's cluster. */
export class PacketLog {
  private ways: PacketWay[] = []

  note(way: () => PacketWay): void {
    if (this.ways.length < mostKept) this.ways.push(way())
  }

  /** The first of those since it was asked last, no more than 20. */
  take(): PacketWay[] {
    return this.ways.splice(0)
  }
}
