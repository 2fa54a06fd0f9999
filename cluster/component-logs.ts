/** A line that a component logged, with its line break. */
export interface LogLine {
  component: string
  /** The node; undefined for components of the control plane. */
  node: string | undefined
  line: string
}

const kept = 50_000

/** The newest lines that the components of a cluster logged, in the order of their coming. */
export class ComponentLogs {
  private lines: LogLine[] = []
  private dropped = 0

  append(component: string, line: string, node: string | undefined): void {
    this.lines.push({ component, line, node })
    if (this.lines.length < 2 * kept) return
    this.dropped += this.lines.length - kept
    this.lines = this.lines.slice(-kept)
  }

  /** The number of lines up to now: a place for {@link between}. */
  get count(): number {
    return this.dropped + this.lines.length
  }

  /** The lines between two values of {@link count}, as far as they are kept. */
  between(from: number, to: number): readonly LogLine[] {
    return this.lines.slice(Math.max(0, from - this.dropped), Math.max(0, to - this.dropped))
  }

  /** @param node undefined: of every node */
  text(component: string, node?: string): string {
    return this.lines
      .filter((l) => l.component === component && (node === undefined || l.node === node))
      .map((l) => l.line)
      .join('')
  }
}
