// Replays of a document with its course altered, in processes beside this one.
import { type ChildProcess, spawn } from 'node:child_process'
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

/**
 * A course is noticed where a step ends in another way than the document's own. Replays that still run when this process ends are
 * ended too.
 */
export async function runCourses(courses: readonly Course[], options: CoursesOptions): Promise<void> {
  const running = new Set<ChildProcess>()
  const endAll = (): void => {
    for (const child of running) child.kill()
  }
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < courses.length) {
      const index = next++
      const { kind, line, from, to, outcomes } = courses[index]!
      const noticed = (await outcomesOf(options.command(index), running)).join() !== outcomes.join()
      options.onAlteration({ kind, line, from, to, noticed })
    }
  }
  process.once('exit', endAll)
  try {
    await Promise.all(Array.from({ length: Math.min(options.workers, courses.length) }, lane))
  } finally {
    process.off('exit', endAll)
    endAll()
  }
}

interface Printed {
  sections?: { steps: { outcome: string }[] }[]
}

/** It tells no GitHub run of itself. */
const surroundings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  GITHUB_ACTIONS: '',
  GITHUB_STEP_SUMMARY: '',
})

/** Throws for a replay that ends without a result: nobody knows whether the document would have noticed. */
async function outcomesOf(
  [program, ...args]: readonly [string, ...string[]],
  running: Set<ChildProcess>,
): Promise<string[]> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env: surroundings() })
  running.add(child)
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  try {
    await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  } finally {
    running.delete(child)
  }
  try {
    const { sections = [] } = JSON.parse(Buffer.concat(parts).toString()) as Printed
    return sections.flatMap(({ steps }) => steps.map(({ outcome }) => outcome))
  } catch {
    throw new Error('a replay of what was altered ended without a result')
  }
}
