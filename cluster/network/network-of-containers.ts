// The network of a cluster as the containers of its pods reach it.
import type { ContainerNetwork } from '../../containers/container-network.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import type { Pod } from '../../containers/pod.ts'
import type { NetworkOfCluster } from './cluster-network.ts'

const sender = ({ metadata }: Pod) => ({ pod: `${metadata.namespace}/${metadata.name}` })
const withoutDot = (name: string): string => name.replace(/\.$/, '')

/** @param network undefined where no server runs: then nothing is reached */
export function networkOfContainers(network: () => Promise<NetworkOfCluster | undefined>): ContainerNetwork {
  const found = async (what: string): Promise<NetworkOfCluster> => {
    const one = await network()
    if (one === undefined)
      throw new CannotRun(`${what} is not simulated: no kube-apiserver knows the network`)
    return one
  }
  return {
    async resolve(_pod, name, type) {
      const { code, records } = await (await found(`looking up ${name}`)).query(name, type)
      if (code === 'NXDOMAIN') return undefined
      return records.map((one) => ({
        name: withoutDot(one.name),
        type: one.type,
        value: withoutDot(one.data),
      }))
    },
    dial: async (pod, address, port) =>
      (await found(`a connection to ${address}:${port}`)).connect(sender(pod), address, port),
    datagram: async (pod, address, port, data) =>
      (await found(`a datagram to ${address}:${port}`)).datagram(sender(pod), address, port, data),
  }
}
