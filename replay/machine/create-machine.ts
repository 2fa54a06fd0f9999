import { prepareAuthorsPaths } from './authors-paths.ts'
import { machineCommands } from './commands.ts'
import { Machine, type MachineOptions } from './machine.ts'

/** A machine with every command that scripts of KEPs use. */
export const createMachine = (options: Omit<MachineOptions, 'commands' | 'prepare'>): Machine =>
  new Machine({ ...options, commands: machineCommands, prepare: prepareAuthorsPaths })
