import type { GroupOptions, GroupResult } from '../../../component-base/child-group.ts'
import { Cell, type CellOptions } from './cell.ts'

/** How many stay while nothing runs in them: each is a process of some 40 MB. */
const most = 4

interface Kept {
  cell: Promise<Cell>
  /** How many runs in it have not ended. */
  runs: number
}

/** The cells of a program, one for each socket: made for the first run that leads there, and used by later ones. */
export class Cells {
  /** That which was used last comes last. */
  private readonly kept = new Map<string, Kept>()
  private readonly make: (options: CellOptions) => Promise<Cell>

  constructor(make = Cell.open) {
    this.make = make
  }

  /** Runs the program in its cell. Rejects where that cannot be made; the next run tries again. */
  async run(options: CellOptions, args: readonly string[], run: GroupOptions): Promise<GroupResult> {
    const { socket } = options
    const one = this.kept.get(socket) ?? this.made(options)
    this.kept.delete(socket)
    this.kept.set(socket, one)
    one.runs++
    this.endOldest()
    try {
      return await (await one.cell).run(args, run)
    } finally {
      one.runs--
    }
  }

  private made(options: CellOptions): Kept {
    const cell = this.make(options)
    const one: Kept = { cell, runs: 0 }
    const forget = (): void => {
      if (this.kept.get(options.socket) === one) this.kept.delete(options.socket)
    }
    cell.then(({ ended }) => ended).then(forget, forget)
    return one
  }

  private endOldest(): void {
    for (const [socket, { cell, runs }] of this.kept) {
      if (this.kept.size <= most) return
      if (runs > 0) continue
      this.kept.delete(socket)
      void cell.then((idle) => idle.end())
    }
  }
}
