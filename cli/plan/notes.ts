/** Messages of a table's cells, each told once, below it. */
export class Notes {
  private readonly texts: string[] = []

  /** `[2]` */
  mark(text: string): string {
    if (!this.texts.includes(text)) this.texts.push(text)
    return `[${this.texts.indexOf(text) + 1}]`
  }

  get lines(): string[] {
    return this.texts.map((text, i) => `[${i + 1}] ${text}`)
  }
}
