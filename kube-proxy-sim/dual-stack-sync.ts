// Upstream: pkg/proxy/metaproxier/meta_proxier.go
import type { KubeObject } from '../apimachinery/json.ts'
import type { IPFamily } from '../component-base/ip-family.ts'
import type { SyncLoop } from './sync-loop.ts'

/** Hands each change to the sync loops of the families that it can concern. */
export class DualStackSync {
  private readonly loops: Readonly<Record<IPFamily, SyncLoop>>

  constructor(loopOf: (family: IPFamily) => SyncLoop) {
    this.loops = { IPv4: loopOf('IPv4'), IPv6: loopOf('IPv6') }
  }

  start(): void {
    for (const loop of this.both()) loop.start()
  }

  begin(): void {
    for (const loop of this.both()) loop.begin()
  }

  serviceChanged(before: KubeObject | undefined, now: KubeObject | undefined): void {
    for (const loop of this.both()) loop.serviceChanged(before, now)
  }

  /** Slices of host names concern no family. */
  endpointsChanged(before: KubeObject | undefined, now: KubeObject | undefined): void {
    const type = (now ?? before)!['addressType']
    if (type === 'IPv4' || type === 'IPv6') this.loops[type].endpointsChanged(before, now)
  }

  topologyChanged(): void {
    for (const loop of this.both()) loop.topologyChanged()
  }

  stop(): void {
    for (const loop of this.both()) loop.stop()
  }

  private both(): SyncLoop[] {
    return [this.loops.IPv4, this.loops.IPv6]
  }
}
