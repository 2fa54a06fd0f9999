import { ownBytes } from '../../component-base/own-bytes.ts'

/** What a generation of one form of answers holds; there are two. */
const mostBytes = 32 * 1024 * 1024

/**
 * A form of stored objects beside their own JSON, made once for all who ask for it, as long as the object stays as it is. When there is
 * no more room, what nobody has asked for since the last time is let go of.
 */
export class MadeOnce {
  private known = new WeakMap<object, Buffer>()
  private older = new WeakMap<object, Buffer>()
  private bytes = 0

  /** @param view the object that it is made of, which never changes */
  of(view: object, make: () => Buffer): Buffer {
    const found = this.known.get(view)
    if (found !== undefined) return found
    const form = this.older.get(view) ?? ownBytes(make())
    this.bytes += form.length
    if (this.bytes > mostBytes) {
      this.older = this.known
      this.known = new WeakMap()
      this.bytes = form.length
    }
    this.known.set(view, form)
    return form
  }
}
