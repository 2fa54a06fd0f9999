import type { WriteStream } from 'node:tty'
import type { Clock } from '../component-base/clock.ts'
import type { CellResult } from '../replay/skew/cell.ts'

const width = 24
/** Between two lines where there is no terminal: milliseconds. */
const everyMs = 10_000

/** A bar on a terminal; elsewhere a line each 10 s. */
export class Progress {
  private readonly total: number
  private readonly screen: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>
  private readonly clock: Clock
  private differing = 0
  private done = 0
  private stop = (): void => {}

  constructor(total: number, screen: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>, clock: Clock) {
    this.total = total
    this.screen = screen
    this.clock = clock
    if (!screen.isTTY) this.tellLater()
  }

  show(result: CellResult, done: number): void {
    this.done = done
    if (result.status === 'differs') this.differing++
    if (!this.screen.isTTY) return
    const full = Math.round((width * done) / this.total)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    const line = `${bar} ${this.counts()}  ${result.cell.id}`
    this.screen.write(`\r\x1b[2K${line.slice(0, (this.screen.columns || 80) - 1)}`)
  }

  clear(): void {
    this.stop()
    if (this.screen.isTTY) this.screen.write('\r\x1b[2K')
  }

  private counts(): string {
    return `${this.done}/${this.total}${this.differing === 0 ? '' : `, ${this.differing} differs`}`
  }

  private tellLater(): void {
    this.stop = this.clock.setTimeout(() => {
      this.screen.write(`kepsim skew: ${this.counts()}\n`)
      this.tellLater()
    }, everyMs)
  }
}
