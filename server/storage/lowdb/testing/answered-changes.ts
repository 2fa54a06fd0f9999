import { openLowdbStorage } from '../lowdb-storage.ts'
import { changeOf, keyOf, keysOfWriter, writers } from './killed-changes.ts'

/** The values of a writer's keys; undefined: the key is not there. */
type State = (string | undefined)[]

/** What writers were answered, in rounds that each end with a kill, held against what is in the directory. */
export class AnsweredChanges {
  private readonly directory: string
  private readonly states: State[] = Array.from({ length: writers }, () => [])
  private round = 0

  constructor(directory: string) {
    this.directory = directory
  }

  nextRound(): number {
    return ++this.round
  }

  /** @param answered by writer, the number of its last change in this round that was answered; -1: none. @returns what is not so */
  async compare(answered: readonly number[]): Promise<string[]> {
    const storage = await openLowdbStorage({ directory: this.directory, writtenBy: '1.34' })
    const there = new Map((await storage.list('')).records.map((r) => [r.key, r.object]))
    await storage.close()
    const found: string[] = []
    for (let writer = 0; writer < writers; writer++) {
      const state = Array.from({ length: keysOfWriter }, (_, key) => {
        const data = there.get(keyOf(writer, key))?.['data'] as { value: string } | undefined
        return data?.value
      })
      const last = answered[writer]!
      // The change after the last answer may be there too; a half one must not be.
      const allowed = [this.stateAfter(writer, last), this.stateAfter(writer, last + 1)]
      if (!allowed.some((a) => JSON.stringify(a) === JSON.stringify(state)))
        found.push(`round ${this.round}, writer ${writer}, after ${last}: ${JSON.stringify(state)}`)
      this.states[writer] = state
    }
    return found
  }

  /** The values of the writer's keys after this change of the round. */
  private stateAfter(writer: number, last: number): State {
    const state = [...this.states[writer]!, undefined, undefined, undefined].slice(0, keysOfWriter)
    for (let number = Math.max(0, last - 40); number <= last; number++) {
      const { key, value } = changeOf(writer, this.round, number)
      state[key] = value
    }
    return state
  }
}
