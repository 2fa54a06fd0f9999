// Findings about many objects, told once: what they have in common, how many there are, and one of them.

/** Objects of a kind of which the same is to be said. */
export interface Group<Facts> {
  readonly facts: Facts
  /** Of objects; an object counts once. */
  count: number
  /** The first one: `Pod ns/a`. */
  readonly example: string
}

/** Groups in the order in which they were found. */
export class Groups<Facts> {
  private readonly byKey = new Map<string, Group<Facts> & { last: string }>()

  /** @param key what the objects have in common. @param facts of the group, made of its first object */
  add(key: string, object: string, facts: () => Facts): void {
    const known = this.byKey.get(key)
    if (known === undefined) {
      this.byKey.set(key, { facts: facts(), count: 1, example: object, last: object })
      return
    }
    if (known.last !== object) known.count++
    known.last = object
  }

  all(): Group<Facts>[] {
    return [...this.byKey.values()].map(({ facts, count, example }) => ({ facts, count, example }))
  }
}
