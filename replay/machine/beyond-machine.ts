import type { Limit } from '../reason.ts'
import type { CommandResult } from './command-result.ts'

/** A program was asked for what the simulated machine cannot do; the message is what it prints. */
export class BeyondMachine extends Error {
  readonly limit: Limit
  constructor(limit: Limit, message: string) {
    super(message)
    this.name = 'BeyondMachine'
    this.limit = limit
  }
}

/** Of an error that it may be. */
export const limitOf = (error: unknown): Pick<CommandResult, 'limit'> =>
  error instanceof BeyondMachine ? { limit: error.limit } : {}
