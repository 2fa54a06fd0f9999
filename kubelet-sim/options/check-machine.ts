// Upstream: cmd/kubelet/app/server.go (run), pkg/kubelet/cm/container_manager_linux.go, up to 1.27
import { showGoValue } from '../../apimachinery/go-print/untyped.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { StateFiles } from '../cm/checkpoint.ts'
import { ContainerManagerError } from '../cm/container-manager-error.ts'
import { CPUManager } from '../cm/cpu-manager.ts'
import type { ManagerOptions } from '../cm/manager-options.ts'
import { MemoryManager } from '../cm/memory-manager.ts'
import { cpusFor } from '../cm/reservations.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletStartDialect } from './dialect.ts'
import { evictionError } from './eviction-error.ts'

interface Machine {
  release: Release
  logger: Logger
  gates: FeatureGateReader
  config: KubeletConfiguration
  verbosity: number
}

/** Checks and logs what kubelets that look at their machine first do before they speak to a container runtime. Throws what `failed` makes. */
export function checkMachine(machine: Machine, failed: (why: string) => Error): void {
  const { logger, config, gates, release } = machine
  logger.logS('I', 'No api server defined - no events will be sent to API server')
  if (config.cgroupsPerQOS === true && !config.cgroupRoot)
    logger.logS('I', '--cgroups-per-qos enabled, but --cgroup-root was not specified.  defaulting to /')
  const wrong =
    reservationError('kube-reserved', config.kubeReserved, release.minor) ??
    reservationError('system-reserved', config.systemReserved, release.minor) ??
    evictionError(config.evictionHard)
  if (wrong !== undefined) throw failed(wrong)
  const options = policyOptionsError(config, gates, release.minor)
  if (options !== undefined) throw failed(options)
  tellManagers(machine)
  checkPolicies(machine, failed)
}

/** The error about options of the topology manager whose gate is off, or undefined. */
function policyOptionsError(
  config: KubeletConfiguration,
  gates: FeatureGateReader,
  minor: number,
): string | undefined {
  const options = config['topologyManagerPolicyOptions'] as Record<string, string> | undefined
  if (options === undefined || gateEnabled(gates, 'TopologyManagerPolicyOptions')) return undefined
  const names = kubeletStartDialect(minor)
    .topologyGates.map((gate) => JSON.stringify(gate))
    .join(', ')
  return `topology manager policy options ${showGoValue(options)} require feature gates ${names} enabled`
}

const reservable = ['cpu', 'memory', 'ephemeral-storage', 'pid']

/** The error about amounts that are reserved. Upstream: parseResourceList */
function reservationError(
  flag: string,
  amounts: Readonly<Record<string, string>> | undefined,
  minor: number,
): string | undefined {
  const { namesReservation } = kubeletStartDialect(minor)
  for (const [resource, amount] of Object.entries(amounts ?? {})) {
    const why = amountError(resource, String(amount), namesReservation)
    if (why !== undefined) return namesReservation ? `--${flag} value failed to parse: ${why}` : why
  }
  return undefined
}

function amountError(resource: string, amount: string, named: boolean): string | undefined {
  if (!reservable.includes(resource)) return `cannot reserve ${JSON.stringify(resource)} resource`
  try {
    const negative = Quantity.parse(amount).unscaled < 0n
    return negative ? `resource quantity for "${resource}" cannot be negative: ${amount}` : undefined
  } catch (error) {
    const why = (error as Error).message
    return named
      ? `failed to parse quantity ${JSON.stringify(amount)} for "${resource}" resource: ${why}`
      : why
  }
}

function tellManagers({ logger, config, gates, release, verbosity }: Machine): void {
  const root = (config.cgroupRoot ?? '').split('/').filter((part) => part !== '')
  if (config.cgroupsPerQOS === true)
    logger.logS('I', 'Container manager verified user specified cgroup-root exists', { cgroupRoot: root })
  if (gateEnabled(gates, 'TopologyManager'))
    logger.logS('I', 'Creating topology manager with policy per scope', {
      topologyPolicyName: config.topologyManagerPolicy,
      topologyScopeName: config.topologyManagerScope,
    })
  else logger.logS('I', 'NewFakeManager')
  const devicePluginEnabled = gateEnabled(gates, 'DevicePlugins')
  const { devicePluginsAlways } = kubeletStartDialect(release.minor)
  logger.logS('I', 'Creating device plugin manager', devicePluginsAlways ? {} : { devicePluginEnabled })
  if (verbosity >= 2 && devicePluginEnabled) tellDevicePlugins(logger, release.minor)
  if (gateEnabled(gates, 'DynamicResourceAllocation'))
    logger.logS('I', 'Creating Dynamic Resource Allocation (DRA) manager')
}

function tellDevicePlugins(logger: Logger, minor: number): void {
  const socket = '/var/lib/kubelet/device-plugins/kubelet.sock'
  logger.logS('I', 'Creating Device Plugin manager', { path: socket })
  if (kubeletStartDialect(minor).tellsPluginServer)
    logger.logS('I', 'Creating device plugin registration server', { version: 'v1beta1', socket })
}

const unknownPolicy = (policy: string): string => `unknown policy: ${JSON.stringify(policy)}`

/** The error about the policy of a manager, or undefined. @param make the manager */
function policyError(known: boolean, policy: string, make: () => unknown): string | undefined {
  if (!known) return unknownPolicy(policy)
  try {
    make()
    return undefined
  } catch (error) {
    if (error instanceof ContainerManagerError) return error.message
    throw error
  }
}

function checkPolicies(machine: Machine, failed: (why: string) => Error): void {
  const { logger, config, gates, release } = machine
  const { cpuManagerPolicy: cpu = 'none', memoryManagerPolicy: memory = 'None' } = config
  const options: ManagerOptions = {
    config,
    minor: release.minor,
    gates,
    logger,
    files: noFiles,
    cpus: cpusFor(config.reservedSystemCPUs ?? ''),
    capacity: { memory: machineMemory },
  }
  const check = (name: string, wrong: string | undefined): void => {
    if (wrong === undefined) return
    logger.logS('E', `Failed to initialize ${name} manager`, { err: wrong })
    throw failed(wrong)
  }
  if (gateEnabled(gates, 'CPUManager')) {
    check(
      'cpu',
      policyError(['none', 'static'].includes(cpu), cpu, () => new CPUManager(options)),
    )
    logger.logS('I', 'Initialized new in-memory state store')
  }
  if (gateEnabled(gates, 'MemoryManager'))
    check(
      'memory',
      policyError(['None', 'Static'].includes(memory), memory, () => new MemoryManager(options)),
    )
}

/** The state files of managers that are made only to check their configuration: nothing is kept. */
const noFiles: StateFiles = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  path: (name) => name,
}
const machineMemory = '16Gi'
