/**
 * A function of texts that remembers what it gave, which is shared: do not change it. What it throws is found out each time.
 * @param most so many texts, after which it begins anew
 */
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as T
    const made = make(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
