// The machine's disk: what is written to it is dated by the machine's clock.
import { type FsStat, type InitialFiles, InMemoryFs } from 'just-bash'
import type { Clock } from '../../component-base/clock.ts'

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

  /** @param born before the first files are written */
  constructor(files: InitialFiles, clock: Clock, born = Date.now()) {
    super(files)
    this.clock = clock
    this.ahead = born - clock.now()
    this.marks.push({ host: born, machine: clock.now() })
  }

  /** What is written from now on has the machine's time of now. */
  mark(): void {
    // Dates have whole milliseconds: what was written before must not have the one of the mark.
    const before = Date.now()
    while (Date.now() === before);
    const mark = { host: Date.now(), machine: this.clock.now() }
    this.ahead = mark.host - mark.machine
    this.marks.push(mark)
  }

  override async stat(path: string): Promise<FsStat> {
    return this.dated(await super.stat(path))
  }

  override async lstat(path: string): Promise<FsStat> {
    return this.dated(await super.lstat(path))
  }

  /** A date that was given (`touch -d`) is before or after the machine's life, and stays. */
  private dated(stat: FsStat): FsStat {
    const written = stat.mtime.getTime()
    const mark = written > Date.now() ? undefined : this.marks.findLast(({ host }) => host <= written)
    return { ...stat, mtime: new FileDate(mark?.machine ?? written, this.ahead) }
  }
}
