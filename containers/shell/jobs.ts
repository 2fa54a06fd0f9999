// What a shell has started in the background.

/** A script that a shell has started beside itself. */
export interface Job {
  /** The number of the job's process. */
  readonly number: number
  readonly text: string
  readonly done: Promise<number>
  /** The exit code; undefined while the job runs. */
  exitCode: number | undefined
}

/** The limit of ended jobs whose exit codes a shell keeps. */
const mostEnded = 1000

/** The jobs of one shell, in the order of their starts. */
export class Jobs {
  private readonly all: Job[] = []
  /** The ended jobs, in the order of their ends. */
  private readonly ended: Job[] = []

  add(number: number, text: string, done: Promise<number>): void {
    const job: Job = { number, text, done, exitCode: undefined }
    this.all.push(job)
    void done.then((code) => {
      job.exitCode = code
      this.ended.push(job)
      if (this.ended.length > mostEnded) this.all.splice(this.all.indexOf(this.ended.shift()!), 1)
    })
  }

  get running(): readonly Job[] {
    return this.all.filter(({ exitCode }) => exitCode === undefined)
  }

  /** The job that `7`, `%1`, `%+` or `%%` names; undefined: none. */
  named(word: string): Job | undefined {
    if (/^%[%+]?$/.test(word)) return this.running.at(-1)
    if (word === '%-') return this.running.at(-2)
    const [, index] = /^%(\d+)$/.exec(word) ?? []
    return index === undefined
      ? this.all.find(({ number }) => String(number) === word)
      : this.all[Number(index) - 1]
  }

  /** The running jobs as `jobs` lists them. @param bash whether as bash writes it, which has the command */
  list(bash: boolean): string {
    const { running } = this
    return running
      .map((job, i) => {
        const mark = i === running.length - 1 ? '+' : i === running.length - 2 ? '-' : ' '
        const index = this.all.indexOf(job) + 1
        return bash
          ? `[${index}]${mark}  ${'Running'.padEnd(24)}${job.text} &\n`
          : `[${index}] ${mark} ${'Running'.padEnd(27)}${job.text}\n`
      })
      .join('')
  }
}
