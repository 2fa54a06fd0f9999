// The servers of a cluster that has several of them.
import { newestOf } from '../component-base/release.ts'
import type { ClusterOptions } from './cluster-options.ts'
import type { OneOfSeveral } from './control-plane-server.ts'
import { serverAddress } from './network/network-flags.ts'
import { oldestOf } from './release-order.ts'

/** `kube-apiserver-1` … `kube-apiserver-N`. */
export const apiserverNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `kube-apiserver-${i + 1}`)

/** The release of each server, one for a cluster that does not have several. */
export function apiserverReleases({ apiservers, plan, release }: ClusterOptions): readonly string[] {
  if (typeof apiservers === 'object') return apiservers
  return Array<string>(apiservers ?? 1).fill(release ?? newestOf(plan))
}

/** The release of components that have none of their own: one that every server supports. */
export const nodeRelease = (options: ClusterOptions): string =>
  options.release ?? oldestOf(apiserverReleases(options), options.plan)

/** The name and the address of a server by its place among several. */
export function ownAddress(place: number, flags: readonly string[]): OneOfSeveral {
  const range = flags.findLast((flag) => flag.startsWith('--service-cluster-ip-range='))
  const address = serverAddress(place, range?.split('=')[1] ?? '')
  return { name: `kube-apiserver-${place + 1}`, advertise: { address, port: 6443 } }
}
