/** What is kept of one form of answers: what goes over is made anew. */
const mostBytes = 32 * 1024 * 1024

/** A form of stored objects beside their own JSON, made once for all who ask for it, as long as the object stays as it is. */
export class MadeOnce {
  private known = new WeakMap<object, Buffer>()
  private bytes = 0

  /** @param view the object that it is made of, which never changes */
  of(view: object, make: () => Buffer): Buffer {
    const found = this.known.get(view)
    if (found !== undefined) return found
    const made = make()
    this.bytes += made.length
    if (this.bytes > mostBytes) {
      this.known = new WeakMap()
      this.bytes = made.length
    }
    this.known.set(view, made)
    return made
  }
}
