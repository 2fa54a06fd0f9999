import type { Taint } from '../api/core-v1.ts'
import type { RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'
import type { Release } from '../component-base/release.ts'
import type { ContainerNetwork } from '../containers/container-network.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { NodeRuntime } from './pods/node-runtime.ts'
import type { Pod } from './pods/pod.ts'

/** The part of KubeletConfiguration that a simulated kubelet acts on. Durations in milliseconds. */
export interface KubeletSettings {
  nodeStatusUpdateFrequency: number
  nodeStatusReportFrequency: number
  nodeLeaseDurationSeconds: number
  maxPods: number
  port: number
  registerNode: boolean
  registerWithTaints: readonly Taint[]
  nodeLabels: Readonly<Record<string, string>>
  /** Taints the node as uninitialized and leaves its addresses to the cloud provider. */
  externalCloudProvider: boolean
  /** False: a Node that is created is cordoned (a flag until 1.33). */
  registerSchedulable: boolean
  providerID: string
  /** The node's addresses: one, or one of each family, the primary first. */
  nodeIPs: readonly string[]
  /** The addresses of --node-ip, unspecified ones (`0.0.0.0`) included. */
  givenNodeIPs: readonly string[]
  podCIDR: string
  /** Name servers of pods, and the domain of the cluster's names; undefined: those of a usual cluster. */
  clusterDNS?: readonly string[] | undefined
  clusterDomain?: string | undefined
  /** The longest wait before a container that ended starts again; undefined: the usual one. */
  longestRestartWait?: number | undefined
  /** The number of images that are pulled at the same time; undefined: any number. */
  parallelImagePulls: number | undefined
  /** The policies of the CPU manager and the memory manager; undefined: none. */
  cpuManagerPolicy?: string | undefined
  memoryManagerPolicy?: string | undefined
  /** Microseconds of a period of containers' CPU quotas; undefined: they have none. */
  cpuQuotaPeriod: number | undefined
  /** The part of a container's memory, from 0 to 1, above which MemoryQoS slows it down. */
  memoryThrottlingFactor: number
  /** What MemoryQoS reserves of requests: `None`, `TieredReservation`; undefined in releases without the field. */
  memoryReservationPolicy?: string | undefined
  /** The amounts that are kept from pods, by resource: `{cpu: '500m'}`. */
  reserved: Readonly<Record<string, string>>
}

/** The settings of a kubelet without a configuration file. */
export const defaultSettings: KubeletSettings = {
  nodeStatusUpdateFrequency: 10_000,
  nodeStatusReportFrequency: 300_000,
  nodeLeaseDurationSeconds: 40,
  maxPods: 110,
  port: 10250,
  registerNode: true,
  registerWithTaints: [],
  nodeLabels: {},
  externalCloudProvider: false,
  registerSchedulable: true,
  providerID: '',
  nodeIPs: ['127.0.0.1'],
  givenNodeIPs: [],
  podCIDR: '10.88.0.0/24',
  parallelImagePulls: 1,
  cpuQuotaPeriod: 100_000,
  memoryThrottlingFactor: 0.9,
  reserved: {},
}

/** The hardware and software of a simulated machine: a small virtual machine, the same on every host. */
export interface MachineInfo {
  capacity: Readonly<Record<string, string>>
  machineID: string
  systemUUID: string
  bootID: string
  kernelVersion: string
  osImage: string
  containerRuntimeVersion: string
  operatingSystem: string
  architecture: string
}

/** The release, configuration and machine of a kubelet, and its way to a server. */
export interface KubeletOptions {
  nodeName: string
  release: Release
  gates: FeatureGateReader
  client: RestClient
  clock: Clock
  random: Random
  logger: Logger
  settings: KubeletSettings
  machine: MachineInfo
  /** Called with the node's pods whenever they change. */
  managers?: { sync(pods: readonly Pod[]): Promise<void> } | undefined
  /** The network by which containers reach others; undefined: they reach their own pod only. */
  network?: ContainerNetwork | undefined
  /** The container runtime of the machine, which outlives the kubelet. Default: one that ends with it */
  runtime?: NodeRuntime | undefined
}

/** The cores of a machine where none are asked for: what documents take for granted that a node has. */
export const machineCores = 8

/** A machine with 16 GiB of memory; its ids come from `random`. */
export function simulatedMachine(random: Random, cpus = machineCores): MachineInfo {
  const id = random.uuid().replaceAll('-', '')
  return {
    capacity: {
      cpu: String(cpus),
      'ephemeral-storage': '103079848Ki',
      'hugepages-1Gi': '0',
      'hugepages-2Mi': '0',
      memory: '16290552Ki',
    },
    machineID: id,
    systemUUID: id,
    bootID: random.uuid(),
    kernelVersion: '6.1.0-kepsim',
    osImage: 'kepsim',
    containerRuntimeVersion: 'containerd://2.0.0',
    operatingSystem: 'linux',
    architecture: 'amd64',
  }
}
