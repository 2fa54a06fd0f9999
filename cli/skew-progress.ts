import type { WriteStream } from 'node:tty'
import type { CellResult } from '../replay/skew/cell.ts'

const width = 24

/** A bar on a terminal; nothing elsewhere. */
export class Progress {
  private readonly total: number
  private readonly screen: WriteStream
  private differing = 0

  constructor(total: number, screen: WriteStream) {
    this.total = total
    this.screen = screen
  }

  show(result: CellResult, done: number): void {
    if (result.status === 'differs') this.differing++
    if (!this.screen.isTTY) return
    const full = Math.round((width * done) / this.total)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    const differs = this.differing === 0 ? '' : `, ${this.differing} differs`
    const line = `${bar} ${done}/${this.total}${differs}  ${result.cell.id}`
    this.screen.write(`\r\x1b[2K${line.slice(0, (this.screen.columns || 80) - 1)}`)
  }

  clear(): void {
    if (this.screen.isTTY) this.screen.write('\r\x1b[2K')
  }
}
