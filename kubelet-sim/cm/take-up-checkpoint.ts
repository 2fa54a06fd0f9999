// Upstream: pkg/kubelet/cm/{cpumanager,memorymanager}/state/state_checkpoint.go (restoreState)
import type { ManagerOptions } from './manager-options.ts'

interface Checkpoint {
  /** Below the kubelet's root directory. */
  file: string
  /** The manager's name in messages: `CPU manager`. */
  manager: string
  store: () => Promise<void>
  /** Throws where the text does not fit. */
  restore: (text: string) => void
}

/** Takes up the state that the last kubelet left, or begins one. Throws an Error with upstream's message where it does not fit. */
export async function takeUpCheckpoint(
  { files, logger }: ManagerOptions,
  { file, manager, store, restore }: Checkpoint,
): Promise<void> {
  const text = await files.read(file)
  try {
    if (text === undefined) await store()
    else restore(text)
  } catch (error) {
    const err = `could not restore state from checkpoint: ${(error as Error).message}, please drain this node and delete the ${manager} checkpoint file "${files.path(file)}" before restarting Kubelet`
    logger.logS(
      'E',
      'Could not initialize checkpoint manager, please drain node and remove policy state file',
      { err },
    )
    throw new Error(err)
  }
}
