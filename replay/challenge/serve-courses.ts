import { createInterface } from 'node:readline'
import type { ReplayResult } from '../outcome.ts'

/** The other side of runCourses: reads numbers of courses, one a line, and writes how the steps of each ended, as JSON in a line. */
export async function serveCourses(
  input: NodeJS.ReadableStream,
  replayed: (index: number) => Promise<ReplayResult>,
  write: (line: string) => void,
): Promise<void> {
  for await (const line of createInterface({ input })) {
    const { sections } = await replayed(Number(line))
    write(`${JSON.stringify(sections.flatMap(({ steps }) => steps.map(({ outcome }) => outcome)))}\n`)
  }
}
