// Upstream: pkg/kubelet/cm/cpumanager/{cpu_manager,policy_static,policy_none}.go, state/state_checkpoint.go
// Deviates: every CPU is a core of its own, and all are of one socket.

import { showGoValue } from '../../apimachinery/go-print/untyped.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { kubeletDialect } from '../dialect.ts'
import type { Pod } from '../pods/pod.ts'
import { ContainerManagerError } from './container-manager-error.ts'
import { type CPUState, cpuCheckpoint, readCPUCheckpoint } from './cpu-checkpoint.ts'
import { staticPolicyOptions } from './cpu-policy-options.ts'
import { formatCPUSet, parseCPUSet } from './cpu-set.ts'
import { exclusiveCPUs, isActive, lastingContainers, mayPin } from './guaranteed.ts'
import type { ManagerOptions } from './manager-options.ts'
import { reservedCPUs } from './reservations.ts'
import { takeUpCheckpoint } from './take-up-checkpoint.ts'

const file = 'cpu_manager_state'

/** Gives containers of Guaranteed pods CPUs of their own, where the policy is `static`, and keeps `cpu_manager_state`. */
export class CPUManager {
  private readonly options: ManagerOptions
  private readonly policy: string
  private readonly strict: boolean
  private readonly all: ReadonlySet<number>
  private readonly reserved: ReadonlySet<number>
  private state: CPUState

  /** Throws {@link ContainerManagerError} where the policy or its options are not to be had. */
  constructor(options: ManagerOptions) {
    this.options = options
    const { config, minor, gates, cpus } = options
    this.policy = config.cpuManagerPolicy ?? 'none'
    this.all = new Set(Array.from({ length: cpus }, (_, cpu) => cpu))
    this.state = { policyName: this.policy, defaultCpuSet: '', entries: {} }
    this.reserved = this.policy === 'static' ? reservedCPUs(config, cpus) : new Set()
    this.strict = false
    try {
      const given = config.cpuManagerPolicyOptions ?? {}
      if (this.policy === 'static')
        this.strict = staticPolicyOptions(given, minor, gates).has('strict-cpu-reservation')
      else checkNone(given)
    } catch (error) {
      throw new ContainerManagerError(`new ${this.policy} policy error: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }

  /** Takes up the state that the last kubelet left. Throws an Error with upstream's message where it does not fit. */
  async start(): Promise<void> {
    const { logger, config, minor } = this.options
    logger.logS('I', kubeletDialect(minor).cpuManagerStart, { policy: this.policy })
    logger.logS('I', 'Reconciling', { reconcilePeriod: config.cpuManagerReconcilePeriod ?? '10s' })
    await takeUpCheckpoint(this.options, {
      file,
      manager: 'CPU manager',
      store: () => this.store(),
      restore: (text) => this.restore(text),
    })
    if (this.policy === 'static') await this.startStatic()
  }

  private restore(text: string): void {
    const state = readCPUCheckpoint(text)
    if (state.policyName !== this.policy)
      throw new Error(
        `configured policy "${this.policy}" differs from state checkpoint policy "${state.policyName}"`,
      )
    this.state = state
  }

  private async startStatic(): Promise<void> {
    const { logger } = this.options
    try {
      if (await this.initialize()) return
      this.checkState()
    } catch (error) {
      const err = (error as Error).message
      logger.logS('E', 'Static policy invalid state, please drain node and remove policy state file', { err })
      logger.logS('E', 'Policy start error', { err })
      throw error
    }
  }

  /** CPUs that containers may share or get. */
  private get usable(): Set<number> {
    return this.strict ? without(this.all, this.reserved) : new Set(this.all)
  }

  /** @returns whether there was no state yet */
  private async initialize(): Promise<boolean> {
    if (this.state.defaultCpuSet !== '') return false
    if (Object.keys(this.state.entries).length > 0) throw new Error('default cpuset cannot be empty')
    this.state.defaultCpuSet = formatCPUSet(this.usable)
    this.options.logger.logS('I', 'Static policy initialized', { defaultCPUSet: this.state.defaultCpuSet })
    await this.store()
    return true
  }

  private checkState(): void {
    const { defaultCpuSet, entries } = this.state
    const shared = parseCPUSet(defaultCpuSet)
    const reservedShared = new Set([...this.reserved].filter((cpu) => shared.has(cpu)))
    if (this.strict && reservedShared.size > 0)
      throw new Error(
        `some of strictly reserved cpus: "${formatCPUSet(reservedShared)}" are present in defaultCpuSet: "${defaultCpuSet}"`,
      )
    if (!this.strict && reservedShared.size < this.reserved.size)
      throw new Error(
        `not all reserved cpus: "${formatCPUSet(this.reserved)}" are present in defaultCpuSet: "${defaultCpuSet}"`,
      )
    const known = new Set(shared)
    for (const [pod, containers] of Object.entries(entries))
      for (const [container, cpus] of Object.entries(containers)) {
        if ([...parseCPUSet(cpus)].some((cpu) => shared.has(cpu)))
          throw new Error(
            `pod: ${pod}, container: ${container} cpuset: "${cpus}" overlaps with default cpuset "${defaultCpuSet}"`,
          )
        for (const cpu of parseCPUSet(cpus)) known.add(cpu)
      }
    const [available, stored] = [formatCPUSet(this.usable), formatCPUSet(known)]
    if (available !== stored)
      throw new Error(
        `current set of available CPUs "${available}" doesn't match with CPUs in state "${stored}"`,
      )
  }

  /** The pods of the node as they are now: new ones get CPUs, those of pods that are gone are shared again. */
  async sync(pods: readonly Pod[]): Promise<void> {
    if (this.policy !== 'static') return
    const before = JSON.stringify(this.state)
    const active = pods.filter(isActive)
    const uids = new Set(active.map(({ metadata }) => metadata.uid!))
    for (const uid of Object.keys(this.state.entries)) if (!uids.has(uid)) this.release(uid)
    for (const pod of active) if (mayPin(pod)) this.allocate(pod)
    if (JSON.stringify(this.state) !== before) await this.store()
  }

  private release(uid: string): void {
    const shared = parseCPUSet(this.state.defaultCpuSet)
    for (const cpus of Object.values(this.state.entries[uid]!))
      for (const cpu of parseCPUSet(cpus)) shared.add(cpu)
    delete this.state.entries[uid]
    this.state.defaultCpuSet = formatCPUSet(shared)
  }

  /** Deviates: a pod for which there are too few CPUs runs with those that all share; upstream rejects it. */
  private allocate(pod: Pod): void {
    const uid = pod.metadata.uid!
    for (const container of lastingContainers(pod)) {
      const count = exclusiveCPUs(container)
      if (count === 0 || this.state.entries[uid]?.[container.name] !== undefined) continue
      const shared = parseCPUSet(this.state.defaultCpuSet)
      const free = [...without(shared, this.reserved)].sort((a, b) => a - b)
      if (free.length < count) continue
      const own = new Set(free.slice(0, count))
      this.state.entries[uid] = { ...this.state.entries[uid], [container.name]: formatCPUSet(own) }
      this.state.defaultCpuSet = formatCPUSet(without(shared, own))
    }
  }

  private store(): Promise<void> {
    const ofPods = gateEnabled(this.options.gates, 'PodLevelResourceManagers')
    return this.options.files.write(file, cpuCheckpoint(this.state, ofPods))
  }
}

const without = (cpus: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> =>
  new Set([...cpus].filter((cpu) => !others.has(cpu)))

function checkNone(given: Readonly<Record<string, string>>): void {
  if (Object.keys(given).length > 0)
    throw new Error(`None policy: received unsupported options=${showGoValue(given)}`)
}
