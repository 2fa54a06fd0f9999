// Replays of a document with its course altered, in processes beside this one.
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endGroups, spawnGroup } from '../../component-base/child-group.ts'
import type { Alteration } from './alteration.ts'
import type { AlteredSteps } from './altered-steps.ts'

/** The worker processes that replay altered courses, and the receiver of results. */
export interface CoursesOptions {
  /** Replays the courses whose numbers it reads, line by line, and prints of each how its steps ended; see serveCourses. */
  command: readonly [program: string, ...args: string[]]
  workers: number
  onAlteration(alteration: Alteration): void
}

/** An altered course; an outcome other than the unaltered document's means that the change was noticed. */
export interface Course extends AlteredSteps {
  /** Those of the document's own steps. */
  outcomes: readonly string[]
}

/** A course is noticed where a step ends in another way than the document's own. */
export async function runCourses(courses: readonly Course[], options: CoursesOptions): Promise<void> {
  const replayers = Array.from(
    { length: Math.min(options.workers, courses.length) },
    () => new Replayer(options.command),
  )
  const endAll = (): void => {
    for (const replayer of replayers) replayer.end()
  }
  let next = 0
  const lane = async (replayer: Replayer): Promise<void> => {
    while (next < courses.length) {
      const index = next++
      const { kind, line, from, to, outcomes } = courses[index]!
      const noticed = (await replayer.outcomes(index)).join() !== outcomes.join()
      options.onAlteration({ kind, line, from, to, noticed })
    }
  }
  try {
    await Promise.all(replayers.map(lane))
  } finally {
    endAll()
  }
}

/** It tells no GitHub run of itself. */
const surroundings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  GITHUB_ACTIONS: '',
  GITHUB_STEP_SUMMARY: '',
})

/** A process that replays one course after the other: what it has loaded and compiled serves them all. */
class Replayer {
  private readonly child: ChildProcess
  private readonly lines: AsyncIterator<string>
  private readonly failed: Promise<never>

  constructor([program, ...args]: readonly [string, ...string[]]) {
    this.child = spawnGroup(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: surroundings() })
    this.failed = new Promise<never>((_resolve, reject) => this.child.once('error', reject))
    this.failed.catch(() => {})
    // Who ended early is known by the answer that does not come.
    this.child.stdin!.on('error', () => {})
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]()
  }

  /** Throws where it ends without a result: nobody knows whether the document would have noticed. */
  async outcomes(index: number): Promise<string[]> {
    this.child.stdin!.write(`${index}\n`)
    const { value, done } = await Promise.race([this.lines.next(), this.failed])
    if (done !== true) {
      try {
        return JSON.parse(value) as string[]
      } catch {
        // Told below.
      }
    }
    throw new Error('a replay of what was altered ended without a result')
  }

  /** A loop that never waits hears of no signal that asks. */
  end(): void {
    const { pid } = this.child
    if (pid !== undefined) endGroups([pid])
  }
}
