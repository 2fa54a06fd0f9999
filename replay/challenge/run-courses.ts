// Replays of a document with its course altered, in processes beside this one.
import { spawn } from 'node:child_process'
import type { Alteration } from './alteration.ts'
import type { AlteredSteps } from './altered-steps.ts'

export interface CoursesOptions {
  /** Replays the document with the course of that index, and prints its result as JSON; see ReplayOptions.altered. */
  command(index: number): readonly [program: string, ...args: string[]]
  workers: number
  onAlteration(alteration: Alteration): void
}

export interface Course extends AlteredSteps {
  /** Those of the document's own steps. */
  outcomes: readonly string[]
}

/** A course is noticed where a step ends in another way than the document's own. */
export async function runCourses(courses: readonly Course[], options: CoursesOptions): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < courses.length) {
      const index = next++
      const { kind, line, from, to, outcomes } = courses[index]!
      const noticed = (await outcomesOf(options.command(index))).join() !== outcomes.join()
      options.onAlteration({ kind, line, from, to, noticed })
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.workers, courses.length) }, lane))
}

interface Printed {
  sections?: { steps: { outcome: string }[] }[]
}

/** A replay that does not even end has noticed. */
async function outcomesOf([program, ...args]: readonly [string, ...string[]]): Promise<string[]> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await new Promise((resolve) => child.once('close', resolve))
  try {
    const { sections = [] } = JSON.parse(Buffer.concat(parts).toString()) as Printed
    return sections.flatMap(({ steps }) => steps.map(({ outcome }) => outcome))
  } catch {
    return ['no result']
  }
}
