import { prepareAuthorsPaths } from './authors-paths.ts'
import { machineCommands } from './commands.ts'
import { Machine, type MachineOptions } from './machine.ts'
import { machineNetwork } from './network.ts'
import { processFile } from './processes.ts'

/** A machine with every command that scripts of KEPs use. */
export const createMachine = (
  options: Omit<MachineOptions, 'commands' | 'prepare' | 'network' | 'processFile'>,
): Machine =>
  new Machine({
    ...options,
    commands: machineCommands,
    prepare: prepareAuthorsPaths,
    network: machineNetwork,
    processFile,
  })
