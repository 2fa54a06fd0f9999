// Objects that a server of this process stores and that informers of this process keep: parsed once, and held once.

const parsed = new WeakMap<Buffer, WeakRef<object>>()

/** The object whose JSON the bytes are, as long as somebody in the process holds it. */
export const knownObject = (bytes: Buffer): object | undefined => parsed.get(bytes)?.deref()

let watched: ((object: object) => void) | undefined

/** Tells each object that is parsed to be shared, before anybody has it; undefined ends that. Tests freeze them. */
export function onShared(tell: ((object: object) => void) | undefined): void {
  watched = tell
}

/** Notes the object whose JSON the bytes are, where it is at hand: nobody may change it from now on. */
export function noteObject(bytes: Buffer, object: object): void {
  if (knownObject(bytes) !== undefined) return
  watched?.(object)
  parsed.set(bytes, new WeakRef(object))
}

/** The object whose JSON the bytes are: one for all who ask, so nobody may change it. */
export function sharedObject(bytes: Buffer): object {
  const known = knownObject(bytes)
  if (known !== undefined) return known
  const object = JSON.parse(bytes.toString('utf8')) as object
  noteObject(bytes, object)
  return object
}
