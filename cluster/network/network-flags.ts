// The flags by which components learn the networks of a cluster.
import { familyOf } from '../../component-base/ip-family.ts'
import { dnsAddress, type KindNetworking, kindNodeIP, kindSubnets } from './kind-networks.ts'
import { nodeAddress } from './node-address.ts'

/** Addresses for documentation, which lead nowhere: each of several servers says that it is at one of its own. RFC 5737, RFC 3849 */
const [addresses4, addresses6] = ['192.0.2.', '2001:db8::']

/** The address that a server tells, by its place among several. @param serviceSubnet of the Services; the first family is the cluster's */
export const serverAddress = (place: number, serviceSubnet: string): string =>
  `${serviceSubnet.split(',')[0]!.includes(':') ? addresses6 : addresses4}${place + 1}`

/** Flags of components, by their names; those of a node's components by its place, counted from 0. */
export interface NetworkFlags {
  /** @param alone it is the only server, which tells the address that these flags name */
  apiserver(alone: boolean): readonly string[]
  controllerManager: readonly string[]
  kubelet(at: number): readonly string[]
  kubeProxy: readonly string[]
}

/** Where nobody says which networks there are, nodes have an address, and each kubelet a pod network of its own that its Node does not tell. */
const unnamed: NetworkFlags = {
  apiserver: () => [],
  controllerManager: [],
  kubelet: (at) => [`--node-ip=${nodeAddress(at)}`],
  kubeProxy: [],
}

/** The flags for a cluster of these networks; undefined: nobody names any. */
export function networkFlags(networking: KindNetworking | undefined): NetworkFlags {
  if (networking === undefined) return unnamed
  const { podSubnet, serviceSubnet } = kindSubnets(networking)
  const range = `--service-cluster-ip-range=${serviceSubnet}`
  const isIPv6 = familyOf(serviceSubnet.split(',')[0]!) === 'IPv6'
  return {
    // The machine's own address, which a server tells without the flag, is of IPv4.
    apiserver: (alone) => [
      range,
      ...(alone && isIPv6 ? [`--advertise-address=${serverAddress(0, serviceSubnet)}`] : []),
    ],
    controllerManager: ['--allocate-node-cidrs=true', `--cluster-cidr=${podSubnet}`, range],
    kubelet: (at) => [
      `--node-ip=${kindNodeIP(networking, at)}`,
      `--cluster-dns=${dnsAddress(serviceSubnet)}`,
    ],
    kubeProxy: [`--cluster-cidr=${podSubnet}`],
  }
}
