// What is asked of a script's tree, by those who write it otherwise before it runs.

/** Whether a part of a tree, or the whole, is as wanted. */
export function someNode(
  node: unknown,
  isWanted: (node: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  if (typeof node !== 'object' || node === null) return false
  return (
    isWanted(node as Record<string, unknown>) || Object.values(node).some((one) => someNode(one, isWanted))
  )
}

/** Whether parts of a tree lie more than so many levels within each other. Takes no stack for it. */
export function isDeeperThan(node: unknown, most: number): boolean {
  const open: [unknown, number][] = [[node, 0]]
  for (;;) {
    const [one, level] = open.pop() ?? [undefined, 0]
    if (one === undefined) return false
    if (level > most) return true
    if (typeof one === 'object' && one !== null)
      for (const part of Object.values(one))
        if (typeof part === 'object' && part !== null) open.push([part, level + 1])
  }
}

/** The names of the functions that a script defines. */
export function definedIn(node: unknown): Set<string> {
  const found = new Set<string>()
  someNode(node, ({ type, name }) => {
    if (type === 'FunctionDef') found.add(String(name))
    return false
  })
  return found
}

/** A word without expansions; undefined for others. */
export function wordOf(word: { readonly parts?: unknown } | null | undefined): string | undefined {
  const [part, ...more] = (word?.parts ?? []) as { readonly type: string; readonly value?: unknown }[]
  return part?.type === 'Literal' && more.length === 0 ? String(part.value) : undefined
}
