// What a document says, made false at one place at a time: the text itself, read without any help of the product's own reader.
// Left alone is what a document cannot know (ages, times, uids, addresses, generated names), what is next to an elision, and
// what it gives rather than expects (commands, files, manifests).

/**
 * One change. `unit` is the first and the last line of what it belongs to: a command with its output, or a sentence.
 * @typedef {{ kind: 'value' | 'claim' | 'title' | 'check', line: number, unit: [number, number], lines: string[], change: string }} Mutant
 */

const promptLine = /^\s*(?:\$|~>|(?:[\w.-]+@)?[\w.-]+:[\w~/.-]*[#$])\s+\S/
const elision = /\.{3}|…/
const volatile = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-/,
  /^"?\d{4}-\d\d-\d\d/,
  /^\d+(?:ms|[smhdy])(?:\d+[smhd])*$/,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*$/i,
  /-(?:[bcdfghjklmnpqrstvwxz2456789]{7,10}-)?[bcdfghjklmnpqrstvwxz2456789]{5}"?(?:$|[^\w-])/,
  /^<[\w .-]+>$/,
  /^[{}[\],|>:*-]+$/,
]
const freeKey = /^(?:resourceVersion|uid|creationTimestamp|selfLink|generateName|pod-template-hash)$/
const freeColumn = /^(?:AGE|LAST SEEN|FIRST SEEN|RESTARTS|CLUSTER-IP|IP|PORT\(S\))$/

/** @param {string} value */
const isFree = (value) => value === '' || elision.test(value) || volatile.some((shape) => shape.test(value))

/**
 * Another value of the same form.
 * @param {string} value
 * @returns {string}
 */
export function otherValue(value) {
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  if (quoted !== null) return quoted[1] + (quoted[2] === '' ? 'zz' : otherValue(quoted[2])) + quoted[1]
  const turned = { true: 'false', false: 'true', True: 'False', False: 'True', null: '7', Running: 'Pending' }
  if (Object.hasOwn(turned, value)) return turned[value]
  const version = /^(.*\bv?1\.)(\d\d)(\b.*)$/s.exec(value)
  if (version !== null) return `${version[1]}${Number(version[2]) + 1}${version[3]}`
  const number = /^(\D*)(\d{1,9})(\D*)$/s.exec(value)
  if (number !== null) return `${number[1]}${Number(number[2]) + 1}${number[3]}`
  const at = /[a-z](?=[^a-z]*$)/i.exec(value)?.index
  if (at === undefined) return `${value}x`
  return value.slice(0, at) + (value[at] === 'q' ? 'k' : 'q') + value.slice(at + 1)
}

/**
 * @param {string} text of the whole document
 * @param {(line: number) => string | undefined} roleOf what `--list` takes the sentence for that begins in a line; only claims
 *   and titles are changed, as nobody holds the rest against anything
 * @returns {Mutant[]}
 */
export function mutantsOf(text, roleOf) {
  const lines = text.split(/\r?\n/)
  const blocks = blocksOf(lines)
  const within = (n) => blocks.some(({ from, to }) => n >= from && n <= to)
  const prose = lines.flatMap((line, i) => (within(i) ? [] : proseMutants(lines, i, line, roleOf)))
  const shown = blocks.flatMap((block) =>
    outputsOf(lines, block, roleOf).flatMap((output) => outputMutants(lines, output)),
  )
  const all = [...prose, ...shown].filter(({ line, lines: other }) => other.join('\n') !== lines[line - 1])
  return all.toSorted((a, b) => a.line - b.line)
}

/** Fenced blocks: from and to are the fences, from 0. */
function blocksOf(lines) {
  const blocks = []
  let open
  for (const [i, line] of lines.entries()) {
    const fence = /^\s*(?:[-*+] |\d+[.)] )?\s*(```+|~~~+)\s*(\w*)/.exec(line)
    if (fence === null) continue
    if (open === undefined) open = { from: i, mark: fence[1], lang: fence[2] }
    else if (line.trim().startsWith(open.mark)) {
      blocks.push({ ...open, to: i })
      open = undefined
    }
  }
  return blocks
}

/** What a block shows of outputs: unit from the command (else the sentence above) on. */
function outputsOf(lines, { from, to, lang }, roleOf) {
  const inside = lines.slice(from + 1, to)
  if (inside.some((line) => promptLine.test(line))) return consoleOutputs(lines, from + 1, to)
  const above = sentenceAbove(lines, from)
  const gives =
    inside.some((line) => /^\s*kind:\s/.test(line)) && inside.some((line) => /^\s*apiVersion:\s/.test(line))
  if (gives || /^(?:sh|bash|shell)$/.test(lang)) return []
  if (/^(?:ya?ml|json)$/.test(lang)) {
    return roleOf(from + 2) === 'file' ? [] : [{ from: from + 1, to, unit: [above, to], fragment: true }]
  }
  const announced = /(?:output|prints?|shows?|returns?|looks? like|is|see|get)\b.*:\s*$/i.test(
    lines[above - 1] ?? '',
  )
  return announced ? [{ from: from + 1, to, unit: [above, to], fragment: false }] : []
}

function sentenceAbove(lines, at) {
  for (let i = at - 1; i >= 0; i--) if (lines[i].trim() !== '') return i + 1
  return 1
}

function consoleOutputs(lines, from, to) {
  const outputs = []
  let at = from
  while (at < to) {
    if (!promptLine.test(lines[at])) {
      at++
      continue
    }
    const command = at
    const until = endOfCommand(lines, at, to)
    at = until
    while (at < to && !promptLine.test(lines[at])) at++
    let end = at
    while (end > until && lines[end - 1].trim() === '') end--
    const looksAtFile = /^\s*\S+\s+(?:sudo\s+)?(?:cat|vi|vim|nano|diff)\s/.test(lines[command])
    if (end > until && !looksAtFile)
      outputs.push({ from: until, to: end, unit: [command + 1, end], fragment: false })
  }
  return outputs
}

/** After its continuations, its open quotes and its heredoc. */
function endOfCommand(lines, at, to) {
  let end = at + 1
  while (end < to && /\\\s*$/.test(lines[end - 1])) end++
  const quotes = () => (lines.slice(at, end).join('\n').match(/'/g) ?? []).length
  while (end < to && quotes() % 2 === 1) end++
  const heredoc = /<<-?\s*['"]?(\w+)/.exec(lines.slice(at, end).join('\n'))
  if (heredoc === null) return end
  while (end < to && lines[end].trim() !== heredoc[1]) end++
  return end + 1
}

/** @returns {Mutant[]} */
function outputMutants(lines, { from, to, unit, fragment }) {
  const header = headerOf(lines[from])
  const all = []
  // An excerpt with a line less is true as well.
  const whole = !fragment && !lines.slice(from, to).some((line) => elision.test(line))
  for (let i = from; i < to; i++) {
    const line = lines[i]
    if (line.trim() === '' || elision.test(line) || /^\s*(?:#|\/\/)/.test(line)) continue
    const own = { kind: 'value', line: i + 1, unit }
    for (const { at, value, other } of valuesIn(line, header, i === from))
      all.push({
        ...own,
        lines: [line.slice(0, at) + other + line.slice(at + value.length)],
        change: `${value} → ${other}`,
      })
    if (whole && to - from > 1) all.push({ ...own, lines: [], change: `without: ${line.trim()}` })
    const added = `${/^\s*/.exec(line)[0]}${/^\s*(?:- )?"?[\w.-]+"?:/.test(line) ? 'addedByNobody: 1' : 'added by nobody'}`
    if (!/[{,[]\s*$/.test(line)) all.push({ ...own, lines: [line, added], change: `more: ${added.trim()}` })
  }
  return all
}

/** The columns of a table, by where they begin. */
function headerOf(line) {
  if (!/^\s*[A-Z][A-Z()-]+(?:\s{2,}[A-Z][A-Z() -]+)*\s*$/.test(line)) return undefined
  return [...line.matchAll(/[A-Z][A-Z()-]*(?: [A-Z][A-Z()-]*)*/g)].map(({ 0: name, index }) => ({
    name,
    at: index,
  }))
}

function valuesIn(line, header, first) {
  if (header !== undefined && !first) return cellsIn(line, header)
  const keyed = /^(\s*(?:- )?"?)([\w./-]+)("?:\s*)(\S.*?)?,?\s*$/.exec(line)
  if (keyed !== null && header === undefined) {
    const [, lead, key, sign, value] = keyed
    if (freeKey.test(key)) return []
    const renamed = { at: lead.length, value: key, other: `${key}Zz` }
    if (value === undefined || isFree(value)) return [renamed]
    const changed = { at: lead.length + key.length + sign.length, value, other: otherValue(value) }
    return [renamed, changed]
  }
  return wordsIn(line).filter(({ value }) => !isFree(value))
}

const cellsIn = (line, header) =>
  [...line.matchAll(/\S+(?: \S+)*/g)].flatMap(({ 0: value, index: at }) => {
    const column = header.findLast((one) => one.at <= at + 1)
    if (column === undefined || freeColumn.test(column.name) || isFree(value)) return []
    return [{ at, value, other: otherValue(value) }]
  })

const wordsIn = (line) =>
  [...line.matchAll(/[^\s,[\]{}()]+/g)].map(({ 0: value, index: at }) => ({
    at,
    value,
    other: otherValue(value),
  }))

/** Words that make a claim another one. Both ways where both are words of claims. */
const turns = [
  [/\b(is|are|was|were|does|do|has|have|can|will|should|must) not (?!only)/i, '$1 '],
  [/\b(is|are) (?!not\b|no\b|still\b|now\b|gone\b)/, '$1 not '],
  [/\bcannot\b/, 'can'],
  [/\bno longer\b/, 'still'],
  [/\bstill\b/, 'no longer'],
  [/\bempty\b/, 'set'],
  [/\b(?:un)set\b/, (word) => (word === 'set' ? 'unset' : 'set')],
  [/\bgone\b/, 'still there'],
  [/\bexists\b/, 'does not exist'],
  [/\bRunning\b/, 'Pending'],
  [/\bPending\b/, 'Running'],
  [/\bSucceeded\b/, 'Failed'],
  [/\btrue\b/i, (word) => otherValue(word.toLowerCase())],
  [/\bfalse\b/i, (word) => otherValue(word.toLowerCase())],
]
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** @returns {Mutant[]} */
function proseMutants(lines, i, line, roleOf) {
  const check = /^(\s*<!--\s*kepsim:.*?(?:==|!=|contains|>=?|<=?)\s*)(\S.*?)(\s*-->.*)$/.exec(line)
  const unit = [i + 1, i + 1]
  if (check !== null) {
    const other = otherValue(check[2])
    return [
      {
        kind: 'check',
        line: i + 1,
        unit,
        lines: [check[1] + other + check[3]],
        change: `${check[2]} → ${other}`,
      },
    ]
  }
  const start = startOfSentence(lines, i, roleOf)
  const role = start === undefined ? undefined : roleOf(start)
  if (role === 'claim') return claimMutants(line, i + 1, [start, i + 1])
  return role === 'title' ? titleMutants(line, i + 1) : []
}

function startOfSentence(lines, i, roleOf) {
  for (let at = i; at >= 0 && lines[at].trim() !== ''; at--) if (roleOf(at + 1) !== undefined) return at + 1
  return undefined
}

/** @returns {Mutant[]} */
function claimMutants(line, number, unit) {
  const make = (other, change) => ({ kind: 'claim', line: number, unit, lines: [other], change })
  const all = turns.flatMap(([shape, to]) => {
    const match = shape.exec(line)
    if (match === null) return []
    const other = line.replace(shape, to)
    return [make(other, `${match[0]} → ${match[0].replace(shape, to)}`)]
  })
  for (const { 0: quoted, 1: code, index } of line.matchAll(/`([^`]+)`/g)) {
    const value = /^(.*(?:=|:)\s*)(\S+)$/.exec(code)
    const other = value === null ? otherValue(code) : value[1] + otherValue(value[2])
    if (!isFree(code))
      all.push(
        make(`${line.slice(0, index)}\`${other}\`${line.slice(index + quoted.length)}`, `${code} → ${other}`),
      )
  }
  const bare = line.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  for (const { 0: digits, index } of bare.matchAll(/(?<![\w.-])\d{1,3}(?![\w.-]*\w)/g)) {
    if (/^\s*$/.test(bare.slice(0, index))) continue
    const other = String(Number(digits) + 1)
    all.push(make(line.slice(0, index) + other + line.slice(index + digits.length), `${digits} → ${other}`))
  }
  for (const { 0: word, index } of bare.matchAll(new RegExp(`\\b(?:${numberWords.join('|')})\\b`, 'gi'))) {
    const other = numberWords[(numberWords.indexOf(word.toLowerCase()) + 1) % numberWords.length]
    all.push(make(line.slice(0, index) + other + line.slice(index + word.length), `${word} → ${other}`))
  }
  return all
}

/** @returns {Mutant[]} */
function titleMutants(line, number) {
  const all = []
  const make = (index, from, to) =>
    all.push({
      kind: 'title',
      line: number,
      unit: [number, number],
      lines: [line.slice(0, index) + to + line.slice(index + from.length)],
      change: `${from} → ${to}`,
    })
  for (const { 0: from, 1: gate, 2: value, index } of line.matchAll(/\b([A-Z]\w*)=(true|false)\b/g))
    make(index, from, `${gate}=${otherValue(value)}`)
  for (const { 0: from, 1: major, 2: minor, index } of line.matchAll(/\b(v?1\.)(\d\d)(?:\.\d+)?\b/g))
    make(index, from, `${major}${Number(minor) === 30 ? 31 : Number(minor) - 1}`)
  return all
}

/**
 * The document with some mutants at once, no two of a unit.
 * @param {string} text
 * @param {readonly Mutant[]} mutants
 * @returns {{ text: string, at(line: number): number }} where a line of the document is now
 */
export function mutated(text, mutants) {
  const lines = text.split('\n')
  const others = new Map(mutants.map((one) => [one.line, one.lines]))
  const places = []
  const result = []
  for (const [i, line] of lines.entries()) {
    places.push(result.length + 1)
    result.push(...(others.get(i + 1) ?? [line]))
  }
  return { text: result.join('\n'), at: (line) => places[line - 1] ?? result.length }
}
