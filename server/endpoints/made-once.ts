import { ownBytes } from '../../component-base/own-bytes.ts'

/** What a generation of one kind of things that are kept holds; there are two. */
const mostBytes = 32 * 1024 * 1024

/**
 * Things that are kept beside stored objects, as long as those stay as they are. When there is no more room, what nobody has asked for
 * since the last time is let go of.
 */
export class KeptBeside<T> {
  private known = new WeakMap<object, Kept<T>>()
  private older = new WeakMap<object, Kept<T>>()
  private bytes = 0

  /** @param view the object that it is made of, which never changes */
  get(view: object): T | undefined {
    const found = this.known.get(view)
    if (found !== undefined) return found.thing
    const older = this.older.get(view)
    if (older !== undefined) this.keep(view, older)
    return older?.thing
  }

  /** @param bytes what it takes */
  set(view: object, thing: T, bytes: number): void {
    const found = this.known.get(view)
    if (found === undefined) this.keep(view, { thing, bytes })
    else {
      this.bytes += bytes - found.bytes
      found.thing = thing
      found.bytes = bytes
    }
  }

  delete(view: object): void {
    this.bytes -= this.known.get(view)?.bytes ?? 0
    this.known.delete(view)
    this.older.delete(view)
  }

  private keep(view: object, kept: Kept<T>): void {
    this.bytes += kept.bytes
    if (this.bytes > mostBytes) {
      this.older = this.known
      this.known = new WeakMap()
      this.bytes = kept.bytes
    }
    this.known.set(view, kept)
  }
}

interface Kept<T> {
  thing: T
  bytes: number
}

/** A form of stored objects beside their own JSON, made once for all who ask for it. */
export class MadeOnce {
  private readonly kept = new KeptBeside<Buffer>()

  /** @param view the object that it is made of, which never changes */
  of(view: object, make: () => Buffer): Buffer {
    const found = this.kept.get(view)
    if (found !== undefined) return found
    const form = ownBytes(make())
    this.kept.set(view, form, form.length)
    return form
  }
}
