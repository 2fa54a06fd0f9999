// Lines of an output with one value made false: what a document must notice.

/** A line of an expected output with a false value in place of a true one. */
export interface AlteredLine {
  /** In the output, from 0. */
  index: number
  from: string
  to: string
  /** The whole line with it. */
  text: string
}

/** What a document cannot know, so that another one of its kind says nothing against it. */
const volatile = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^"?\d{4}-\d\d-\d\dT/,
  /^\d+(?:ms|[smhdy])(?:\d+[smhd])*$/,
  /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?$/,
  /^[0-9a-f]*:[0-9a-f:]+$/i,
  /^[a-z0-9-]+-(?:[a-z0-9]{6,10}-)?[bcdfghjklmnpqrstvwxz2456789]{5}$/,
  /^(?:<[\w .-]+>|…|\.{3})$/,
]
const freeLine = /^\s*(?:- )?"?(?:resourceVersion|selfLink|observedGeneration|creationTimestamp|uid)"?:/
const elided = /^\s*(?:#|\/\/)?\s*(?:\.{3}|…)|\.{3}|…/

/** The value that a line is about, in each line that has one: after its key, else its last word. */
export function alteredLines(lines: readonly string[]): AlteredLine[] {
  return lines.flatMap((line, index) => {
    if (line.trim() === '' || elided.test(line) || freeLine.test(line)) return []
    const found = valueIn(line)
    if (found === undefined) return []
    const to = otherThan(found.value)
    const text = line.slice(0, found.at) + to + line.slice(found.at + found.value.length)
    return [{ index, from: found.value, to, text }]
  })
}

interface Value {
  value: string
  at: number
}

function valueIn(line: string): Value | undefined {
  const keyed = /^\s*(?:- )?"?[\w./-]+"?:\s+(\S.*?),?\s*$/d.exec(line)
  const cells = keyed === null ? [...line.matchAll(/\S+(?: \S+)*/dg)] : []
  const found = [keyed, ...cells.toReversed()]
    .map(capture)
    .find((one) => one !== undefined && isFirm(one.value))
  return found
}

function capture(match: RegExpExecArray | RegExpMatchArray | null): Value | undefined {
  if (match === null) return undefined
  const group = match[1] === undefined ? 0 : 1
  const at = match.indices?.[group]?.[0]
  return at === undefined ? undefined : { value: match[group]!, at }
}

const isFirm = (value: string): boolean =>
  !/^[{}[\],|>-]+$/.test(value) && !volatile.some((shape) => shape.test(value))

/** Another value of the same form. */
export function otherThan(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value)
  if (quoted !== null) return `${quoted[1]}${otherThan(quoted[2]!)}${quoted[1]}`
  const opposite: Readonly<Record<string, string>> = {
    true: 'false',
    false: 'true',
    True: 'False',
    False: 'True',
    null: '1',
    '': 'x',
  }
  if (Object.hasOwn(opposite, value)) return opposite[value]!
  // Another patch release is the same release to a document.
  const version = /^(.*?\bv?\d+\.)(\d+)(\.\d+.*)$/s.exec(value)
  if (version !== null && version[2]!.length < 10)
    return `${version[1]}${Number(version[2]) + 1}${version[3]}`
  const number = /^(.*?)(\d+)(\D*)$/s.exec(value)
  if (number !== null && number[2]!.length < 10) return `${number[1]}${Number(number[2]) + 1}${number[3]}`
  const letter = /[a-z](?=[^a-z]*$)/i.exec(value)
  if (letter === null) return `${value}x`
  const other = letter[0] === 'x' ? 'y' : 'x'
  return value.slice(0, letter.index) + other + value.slice(letter.index + 1)
}
