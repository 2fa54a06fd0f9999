// The machine's disk: what is written to it is dated by the machine's clock.
import { type FsStat, type InitialFiles, InMemoryFs } from 'just-bash'
import type { Clock } from '../../component-base/clock.ts'

/** A moment by the host's clock, and by the machine's. */
interface Mark {
  host: number
  machine: number
}

export class Disk extends InMemoryFs {
  private readonly clock: Clock
  private readonly marks: Mark[] = []

  /** @param born before the first files are written */
  constructor(files: InitialFiles, clock: Clock, born = Date.now()) {
    super(files)
    this.clock = clock
    this.marks.push({ host: born, machine: clock.now() })
  }

  /** What is written from now on has the machine's time of now. */
  mark(): void {
    // Dates have whole milliseconds: what was written before must not have the one of the mark.
    const before = Date.now()
    while (Date.now() === before);
    this.marks.push({ host: Date.now(), machine: this.clock.now() })
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
    return mark === undefined ? stat : { ...stat, mtime: new Date(mark.machine) }
  }
}
