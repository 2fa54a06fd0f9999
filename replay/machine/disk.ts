// The machine's disk: what is written to it is dated by the machine's clock.
import { type FsStat, type InitialFiles, InMemoryFs } from 'just-bash'
import type { Clock } from '../../component-base/clock.ts'

/** The text of a file in the folder of a process, under /proc; '' of the folder itself. Undefined where there is none. */
export type ProcessFile = (pid: number, name: string) => string | undefined

/** A moment by the host's clock, and by the machine's. */
interface Mark {
  host: number
  machine: number
}

/** The machine's date of a file. Compared with the host's now, as `ls` does, it is as long ago as it is on the machine. */
class FileDate extends Date {
  private readonly ahead: number

  constructor(time: number, ahead: number) {
    super(time)
    this.ahead = ahead
  }

  override valueOf(): number {
    return this.getTime() + this.ahead
  }
}

/** A file system in memory, whose files have the times of the machine's clock. */
export class Disk extends InMemoryFs {
  private readonly clock: Clock
  private readonly marks: Mark[] = []
  /** How far the host's clock is ahead of the machine's. */
  private ahead: number
  private readonly processFile: ProcessFile

  /** @param born before the first files are written @param processFile by default no process is seen */
  constructor(
    files: InitialFiles,
    clock: Clock,
    { born = Date.now(), processFile = () => undefined }: { born?: number; processFile?: ProcessFile } = {},
  ) {
    super(files)
    this.clock = clock
    this.processFile = processFile
    this.ahead = born - clock.now()
    this.marks.push({ host: born, machine: clock.now() })
  }

  /** What is written from now on has the machine's time of now. @param written when something was written last, by the host's clock */
  mark(written = Date.now()): void {
    // Dates have whole milliseconds: what was written before must not have the one of the mark.
    while (Date.now() === written);
    const mark = { host: Date.now(), machine: this.clock.now() }
    this.ahead = mark.host - mark.machine
    this.marks.push(mark)
  }

  override async readFileBuffer(path: string): Promise<Uint8Array> {
    await this.refresh(path)
    return super.readFileBuffer(path)
  }

  override async exists(path: string): Promise<boolean> {
    await this.refresh(path)
    return super.exists(path)
  }

  /** Files of processes are as of now. */
  private async refresh(path: string): Promise<void> {
    const [folder, pid, name = ''] = /^\/proc\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
    if (folder === undefined) return
    const text = this.processFile(Number(pid), name)
    if (text !== undefined)
      if (name === '') await this.mkdir(folder, { recursive: true })
      else this.writeFileSync(folder, text)
    else if (this.processFile(Number(pid), '') === undefined)
      await this.rm(`/proc/${pid}`, { recursive: true, force: true })
  }

  override async stat(path: string): Promise<FsStat> {
    await this.refresh(path)
    return this.dated(await super.stat(path))
  }

  override async lstat(path: string): Promise<FsStat> {
    await this.refresh(path)
    return this.dated(await super.lstat(path))
  }

  /** A date that was given (`touch -d`) is before or after the machine's life, and stays. */
  private dated(stat: FsStat): FsStat {
    const written = stat.mtime.getTime()
    const mark = written > Date.now() ? undefined : this.marks.findLast(({ host }) => host <= written)
    return { ...stat, mtime: new FileDate(mark?.machine ?? written, this.ahead) }
  }
}
