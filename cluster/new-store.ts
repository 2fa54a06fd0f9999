import type { Clock } from '../component-base/clock.ts'
import type { ClusterOptions } from './cluster-options.ts'
import type { ClusterStore } from './cluster-store.ts'
import { EmbeddedStore } from './embedded-store.ts'
import { MemoryEtcdStore } from './memory-etcd-store.ts'
import { OutsideEtcdStore } from './outside-etcd-store.ts'

/** The store that a cluster's options ask for. @param clock by which leases of an etcd in this process end */
export function newStore({ apiservers, data, etcd }: ClusterOptions, clock: Clock): ClusterStore {
  if (etcd !== undefined) return new OutsideEtcdStore(etcd)
  return apiservers === undefined ? new EmbeddedStore(data) : new MemoryEtcdStore(clock)
}
