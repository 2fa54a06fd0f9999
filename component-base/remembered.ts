/** Longer texts, in characters, come from strangers, not from those that ask again: they are made each time. */
const longest = 16_384

/**
 * A function of texts that remembers what it gave, which is shared: do not change it. What it throws is found out each time.
 * @param most so many texts, after which it begins anew; one that counts as more by itself is not remembered
 * @param sizeOf as how many a text counts
 */
export function remembered<T>(
  most: number,
  make: (text: string) => T,
  sizeOf: (text: string) => number = () => 1,
): (text: string) => T {
  const known = new Map<string, T>()
  let size = 0
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as T
    const made = make(text)
    const own = sizeOf(text)
    if (text.length > longest || own > most) return made
    if (size >= most) {
      known.clear()
      size = 0
    }
    size += own
    known.set(text, made)
    return made
  }
}
