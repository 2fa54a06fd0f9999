import type { KubeObject } from '../../../../apimachinery/json.ts'
import { parseIPSloppy } from '../../../../apimachinery/validation/ip-address.ts'
import type { Storage } from '../../../storage/interface.ts'
import { readableObject } from '../../../storage/readable-object.ts'
import {
  asService,
  clusterIPs,
  isExternalName,
  needsHealthCheck,
  nodePortsOf,
  type Service,
} from '../service.ts'
import type { Cursors } from './ip-range.ts'

/** The prefix of Services in the store. */
export const servicePrefix = '/registry/services/specs/'

interface Held {
  ips: bigint[]
  ports: number[]
}

/** Counts how often a value is held. */
class Counter<T> {
  private readonly counts = new Map<T, number>()
  add(value: T, by: number): void {
    const next = (this.counts.get(value) ?? 0) + by
    if (next > 0) this.counts.set(value, next)
    else this.counts.delete(value)
  }
  has(value: T): boolean {
    return this.counts.has(value)
  }
  values(): IterableIterator<T> {
    return this.counts.keys()
  }
}

/**
 * The cluster IPs and node ports that the stored services hold. It follows the store, so that a restart, another server or
 * a deletion of a whole namespace need no care, and a write costs the same at any number of services.
 * Values of writes under way are reserved here. A Service that cannot be read holds nothing.
 */
export class ServiceIndex {
  private readonly held = new Map<string, Held>()
  private readonly ips = new Counter<bigint>()
  private readonly ports = new Counter<number>()
  readonly cursors: Cursors = new Map()
  closed = false

  static async open(storage: Storage): Promise<ServiceIndex> {
    const index = new ServiceIndex()
    const { records, revision } = await storage.list(servicePrefix)
    for (const record of records) index.set(record.key, readableObject(record))
    storage.watch(
      servicePrefix,
      revision,
      ({ type, record }) => index.set(record.key, type === 'put' ? readableObject(record) : undefined),
      () => index.close(),
    )
    return index
  }

  private close(): void {
    this.closed = true
  }

  private set(key: string, object: KubeObject | undefined): void {
    const before = this.held.get(key)
    for (const ip of before?.ips ?? []) this.ips.add(ip, -1)
    for (const port of before?.ports ?? []) this.ports.add(port, -1)
    this.held.delete(key)
    if (object === undefined) return
    const now = heldBy(object)
    for (const ip of now.ips) this.ips.add(ip, 1)
    for (const port of now.ports) this.ports.add(port, 1)
    this.held.set(key, now)
  }

  hasIP(bits: bigint): boolean {
    return this.ips.has(bits)
  }
  hasPort(port: number): boolean {
    return this.ports.has(port)
  }
  /** The addresses that are held or reserved, as numbers. */
  heldIPs(): IterableIterator<bigint> {
    return this.ips.values()
  }
  /** The ports that are held or reserved. */
  heldPorts(): IterableIterator<number> {
    return this.ports.values()
  }
  /** @param by 1 to reserve, -1 to give back */
  reserveIP(bits: bigint, by: 1 | -1): void {
    this.ips.add(bits, by)
  }
  reservePort(port: number, by: 1 | -1): void {
    this.ports.add(port, by)
  }
}

function heldBy(object: KubeObject): Held {
  const svc = asService({ ...object })
  const texts = isExternalName(svc) ? [] : clusterIPs(svc)
  const ips = texts.flatMap((text) => parseIPSloppy(text)?.bits ?? [])
  return { ips, ports: portsHeldBy(svc) }
}

/** The node ports of a Service, that of its health check included. */
export function portsHeldBy(svc: Service): number[] {
  const check = needsHealthCheck(svc) && svc.spec.healthCheckNodePort ? [svc.spec.healthCheckNodePort] : []
  return [...nodePortsOf(svc), ...check]
}

// One index for each store, for as long as the store is used.
const indexes = new WeakMap<Storage, Promise<ServiceIndex>>()

/** The index of a store's Services by addresses and ports; one for each store, opened at the first call. */
export async function serviceIndex(storage: Storage): Promise<ServiceIndex> {
  const known = await indexes.get(storage)
  if (known !== undefined && !known.closed) return known
  const opened = ServiceIndex.open(storage)
  indexes.set(storage, opened)
  return opened
}
