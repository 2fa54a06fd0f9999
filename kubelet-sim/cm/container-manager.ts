// Upstream: pkg/kubelet/cm/container_manager_linux.go
import { KubeletStartError } from '../options/kubelet-start-error.ts'
import type { Pod } from '../pods/pod.ts'
import { ContainerManagerError } from './container-manager-error.ts'
import { CPUManager } from './cpu-manager.ts'
import type { ManagerOptions } from './manager-options.ts'
import { MemoryManager } from './memory-manager.ts'
import { checkReservedCPUs } from './reservations.ts'

/** The managers of a node's resources, with the files that they keep. */
export class ContainerManager {
  private readonly managers: readonly [CPUManager, MemoryManager]
  private work: Promise<void> = Promise.resolve()

  private constructor(managers: readonly [CPUManager, MemoryManager]) {
    this.managers = managers
  }

  /** Throws {@link KubeletStartError} with what the kubelet says when it does not run with this configuration or these files. */
  static async start(options: ManagerOptions): Promise<ContainerManager> {
    const managers = newManagers(options)
    for (const [name, manager] of [['cpu', managers[0]] as const, ['memory', managers[1]] as const])
      try {
        await manager.start()
      } catch (error) {
        const err = `start ${name} manager error: ${(error as Error).message}`
        options.logger.logS('E', 'Failed to start ContainerManager', { err })
        throw new KubeletStartError('', { plain: true, cause: error })
      }
    return new ContainerManager(managers)
  }

  /** Takes over the node's pods as they are now; resolves when all managers have done so. */
  sync(pods: readonly Pod[]): Promise<void> {
    this.work = this.work.then(async () => {
      for (const manager of this.managers) await manager.sync(pods)
    })
    return this.work
  }
}

function newManagers(options: ManagerOptions): readonly [CPUManager, MemoryManager] {
  try {
    checkReservedCPUs(options.config, options.cpus)
    return [new CPUManager(options), new MemoryManager(options)]
  } catch (error) {
    if (!(error instanceof ContainerManagerError)) throw error
    throw new KubeletStartError(`failed to run Kubelet: ${error.message}`, { cause: error })
  }
}
