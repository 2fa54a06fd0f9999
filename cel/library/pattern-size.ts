// How large a regular expression is once its repetitions are written out, as compiling it does.

/** Upstream: regexp/syntax maxRepeat: a parser refuses what says more, also within one another. */
const maxRepeat = 1000

/** What stands in one pair of parentheses, or in the pattern itself. */
interface Group {
  size: number
  /** The size of its last element, which a repetition repeats. */
  last: number
  /** What the repetitions within one another multiply: of the last element, and of all at most. */
  lastRepeat: number
  repeat: number
}

const newGroup = (): Group => ({ size: 0, last: 0, lastRepeat: 1, repeat: 1 })
/** An escape, a repetition with one or two numbers, or a character. */
const element = /\\[\s\S]|\{(\d{1,4})(?:,(\d{0,4}))?\}|[\s\S]/g

/**
 * The elements of a pattern with all repetitions written out: about as many instructions as its program has. Where repetitions are beyond
 * what a parser takes, the pattern's length.
 */
export function expandedSize(pattern: string): number {
  const groups = [newGroup()]
  let inClass = false
  for (const [text, least, most] of pattern.matchAll(element)) {
    const group = groups.at(-1)!
    if (inClass) inClass = text !== ']'
    else if (text === '[') {
      inClass = true
      add(group, 1, 1)
    } else if (text === '(') groups.push(newGroup())
    else if (text === ')') close(groups)
    else if (least !== undefined) {
      repeat(group, Math.max(1, Number(least), Number(most ?? 0)))
      if (group.repeat > maxRepeat) return pattern.length
    } else add(group, text.length, 1)
  }
  return groups.reduce((sum, { size }) => sum + size, 0)
}

function add(group: Group, size: number, repeat: number): void {
  group.size += size
  group.last = size
  group.lastRepeat = repeat
  group.repeat = Math.max(group.repeat, repeat)
}

function repeat(group: Group, times: number): void {
  group.size += group.last * (times - 1)
  group.last *= times
  group.lastRepeat *= times
  group.repeat = Math.max(group.repeat, group.lastRepeat)
}

function close(groups: Group[]): void {
  if (groups.length === 1) return
  const { size, repeat } = groups.pop()!
  // A group without anything in it is an element, too.
  add(groups.at(-1)!, size + 1, repeat)
}
