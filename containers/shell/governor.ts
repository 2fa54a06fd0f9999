import { setImmediate } from 'node:timers/promises'

/** The number of rounds without a rest after which a script only burns time. */
const mostRounds = 20_000
const roundsAtOnce = 200
/** The depth to which scripts may start others beside themselves, none of which has rested. */
const mostForks = 12

/** Keeps scripts from holding up everything else: lets others run, and stops what goes round for ever without a rest. */
export class Governor {
  private rounds = 0
  /** Since others have run: rests of the script, which can be short, are not told to the host. */
  private atOnce = 0
  private depth: number
  private readonly spin: () => Promise<never>
  private readonly rest: () => Promise<void>

  /**
   * @param spin a wait that only the end of the process ends
   * @param rest awaited each time that others have run: resolves when the process may go on
   * @param depth of the script, as `forked` of the one that has started it tells
   */
  constructor(spin: () => Promise<never>, rest: () => Promise<void>, depth = 0) {
    this.spin = spin
    this.rest = rest
    this.depth = depth
  }

  /** Called at each round of a loop and each call of a function; waits for ever beyond the limit. */
  async round(): Promise<void> {
    this.rounds++
    if (this.rounds > mostRounds) await this.spin()
    if (++this.atOnce % roundsAtOnce === 0) await this.letOthersRun()
  }

  /** Before the script starts another one beside itself. @returns the depth of that one */
  async forked(): Promise<number> {
    this.rounds++
    if (this.rounds > mostRounds || this.depth >= mostForks) await this.spin()
    await this.letOthersRun()
    return this.depth + 1
  }

  private async letOthersRun(): Promise<void> {
    await setImmediate()
    await this.rest()
  }

  /** The script waits by itself. */
  rested(): void {
    this.rounds = 0
    this.depth = 0
  }
}
