interface LogLine {
  component: string
  node: string | undefined
  line: string
}

const kept = 50_000

/** The newest lines that the components of a cluster logged, in the order of their coming. */
export class ComponentLogs {
  private lines: LogLine[] = []

  append(component: string, line: string, node: string | undefined): void {
    this.lines.push({ component, line, node })
    if (this.lines.length >= 2 * kept) this.lines = this.lines.slice(-kept)
  }

  /** @param node undefined: of every node */
  text(component: string, node?: string): string {
    return this.lines
      .filter((l) => l.component === component && (node === undefined || l.node === node))
      .map((l) => l.line)
      .join('')
  }
}
