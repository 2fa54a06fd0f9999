import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { packageRoot } from '../../../../component-base/package-root.ts'
import { AnsweredChanges } from './answered-changes.ts'
import { writers } from './killed-changes.ts'

/** Writers in a process that is killed again and again, over one directory; what was answered is held against what is there. */
export class KilledWriters {
  private readonly directory: string
  private readonly bundle: string
  private readonly answered: AnsweredChanges
  /** Changes that were answered, in all rounds. */
  answers = 0

  /** @param bundle where to write the program of the process */
  constructor(directory: string, bundle: string) {
    this.directory = directory
    this.bundle = bundle
    this.answered = new AnsweredChanges(directory)
    buildSync({
      entryPoints: [join(packageRoot, 'server/storage/lowdb/testing/killed-writer.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      banner: {
        js: "import { createRequire as r } from 'node:module';const require = r(import.meta.url);",
      },
    })
  }

  /** @param isTime called with the number of answers so far: kill now? @returns what is not as it was answered */
  async kill(isTime: (answers: number) => boolean): Promise<string[]> {
    const round = this.answered.nextRound()
    const child = spawn(process.execPath, [this.bundle, this.directory, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return this.answered.compare(await this.answersOf(child, isTime))
  }

  /** By writer, the number of its last change that was answered; -1: none. */
  private async answersOf(child: ChildProcess, isTime: (answers: number) => boolean): Promise<number[]> {
    const answered: number[] = Array(writers).fill(-1)
    let answers = 0
    for await (const line of createInterface({ input: child.stdout! })) {
      const [writer, number] = line.split(' ').map(Number)
      answered[writer!] = number!
      if (isTime(++answers)) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (child.signalCode !== 'SIGKILL') throw new Error(`the writers ended by themselves (${child.exitCode})`)
    this.answers += answers
    return answered
  }
}
