// What components log and the API warns of while a scenario runs.

/** Keeps the log lines of components and the warnings of the API until `forget`. */
export class ScenarioLog {
  private lines = new Map<string, string[]>()
  private texts: string[] = []

  readonly log = (component: string, line: string): void => {
    const lines = this.lines.get(component) ?? []
    lines.push(line)
    this.lines.set(component, lines)
  }

  readonly warn = (text: string): void => {
    this.texts.push(text)
  }

  of(component: string): string {
    return (this.lines.get(component) ?? []).join('')
  }

  get warnings(): string[] {
    return [...this.texts]
  }

  /** Begins anew. */
  forget(): void {
    this.lines = new Map()
    this.texts = []
  }
}
