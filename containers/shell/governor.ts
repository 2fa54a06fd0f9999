import { setImmediate } from 'node:timers/promises'

/** How often a script may go round without a rest before it is one that only burns time. */
const mostRounds = 50_000
const roundsAtOnce = 200

/** Keeps scripts from holding up everything else: lets others run, and stops what goes round for ever without a rest. */
export class Governor {
  private rounds = 0
  private readonly spin: () => Promise<never>

  /** @param spin a wait that only the end of the process ends */
  constructor(spin: () => Promise<never>) {
    this.spin = spin
  }

  /** Of a loop or a function, each time. */
  async round(): Promise<void> {
    this.rounds++
    if (this.rounds > mostRounds) await this.spin()
    if (this.rounds % roundsAtOnce === 0) await setImmediate()
  }

  /** The script waits by itself. */
  rested(): void {
    this.rounds = 0
  }
}
