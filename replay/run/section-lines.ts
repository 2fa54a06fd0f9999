/**
 * What a line of the document turned out to be. `opens no shell`: what is typed in the shell that it was to open is not run here.
 * `opens no port`: nobody answers there. `asks for what nobody made`: nothing of the document makes it.
 * `taken in`: a block that an instruction used. `makes a cluster`: or was to. `differs by a stand-in`: a release that stands in for another is why; later differences may follow from it.
 * `names what is elsewhere`: an object of the author's own cluster, told where its name comes first.
 */
export type Mark =
  | 'opens no shell'
  | 'opens no port'
  | 'asks for what nobody made'
  | 'taken in'
  | 'makes a cluster'
  | 'differs by a stand-in'
  | 'names what is elsewhere'

interface Marked {
  line: number
  /** What it is about: a name, a reason. */
  text: string
}

/** What the lines of a section have turned out to be, in the order in which they ran. */
export class SectionLines {
  private readonly lines = new Map<Mark, Set<number>>()
  /** By mark, and by mark and text. */
  private readonly firsts = new Map<string, Marked>()

  note(mark: Mark, line: number, text = ''): void {
    const lines = this.all(mark)
    lines.delete(line)
    this.lines.set(mark, lines.add(line))
    for (const key of [mark, keyOf(mark, text)])
      if (!this.firsts.has(key)) this.firsts.set(key, { line, text })
  }

  has(mark: Mark, line: number): boolean {
    return this.lines.get(mark)?.has(line) === true
  }

  /** In the order in which they were noted last. */
  all(mark: Mark): Set<number> {
    return this.lines.get(mark) ?? new Set()
  }

  /** @param text only where it is about that */
  first(mark: Mark, text?: string): Marked | undefined {
    return this.firsts.get(text === undefined ? mark : keyOf(mark, text))
  }
}

const keyOf = (mark: Mark, text: string): string => `${mark}: ${text}`
