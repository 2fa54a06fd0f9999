/** A function that makes one value for each object, and keeps it as long as the object is there. */
export function onceOf<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { readonly thing: T }>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known.thing
    const thing = make(of)
    made.set(of, { thing })
    return thing
  }
}
