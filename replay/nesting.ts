// How deep data in a block is nested: what parses it calls itself for each level, and has only so much of a stack.

/** Deeper than any object is. */
export const deepest = 500

/** Whether brackets, or indentation, nest deeper than {@link deepest}. */
export const isNestedTooDeep = (lines: readonly string[]): boolean => bracketsAre(lines) || indentsAre(lines)

function bracketsAre(lines: readonly string[]): boolean {
  let depth = 0
  for (const line of lines)
    for (const [mark] of line.matchAll(/[[\]{}]/g)) {
      if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1)
      else if (++depth > deepest) return true
    }
  return false
}

/** `a:` above `  b:`, and `- - - a`. */
function indentsAre(lines: readonly string[]): boolean {
  const open: number[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const indent = line.search(/\S/)
    while (open.length > 0 && open.at(-1)! >= indent) open.pop()
    open.push(indent)
    const [dashes = ''] = /^(?:\s*-(?=\s))*/.exec(line) ?? []
    if (open.length > deepest || dashes.split('-').length > deepest) return true
  }
  return false
}
