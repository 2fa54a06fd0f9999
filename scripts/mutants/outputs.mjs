// Outputs made false: a value, a line less, a line more, words left out, lines in another order.
import { freeColumn, freeKey, isFree, moreValues, otherValue } from './other-value.mjs'

const elision = /\.{3}|…/

/** @returns {import('../mutants.mjs').Mutant[]} */
export function outputMutants(lines, { from, to, unit, fragment }) {
  const header = headerOf(lines[from])
  const all = []
  // An excerpt with a line less is true as well.
  const whole = !fragment && !lines.slice(from, to).some((line) => elision.test(line))
  const isText = header === undefined && whole && !lines.slice(from, to).some(isKeyed)
  for (let i = from; i < to; i++) {
    const line = lines[i]
    if (
      line.trim() === '' ||
      elision.test(line) ||
      /^\s*(?:#|\/\/)|^\s*(?:(?:Client|Kustomize|Resource) Version|ResourceVersion): /.test(line)
    )
      continue
    const own = { line: i + 1, unit }
    for (const { at, value, others, kind } of valuesIn(line, header, i === from))
      for (const other of others)
        all.push({
          ...own,
          kind,
          lines: [line.slice(0, at) + other + line.slice(at + value.length)],
          change: `${value} → ${other === '' ? 'nothing' : other}`,
        })
    if (whole && to - from > 1)
      all.push({ ...own, kind: 'less', lines: [], change: `without: ${line.trim()}` })
    const added = `${indentAfter(lines, i, to)}${isKeyed(line) ? 'addedByNobody: 1' : 'added by nobody'}`
    if (!/[{,[]\s*$/.test(line))
      all.push({ ...own, kind: 'more', lines: [line, added], change: `more: ${added.trim()}` })
    if (isText) all.push(...wordLess(line, own))
  }
  if (isText || (header !== undefined && whole))
    all.push(...swapped(lines, header === undefined ? from : from + 1, to, unit, header))
  return all
}

/** Of a line that may stand after line `i`: that of what stands below it. */
function indentAfter(lines, i, to) {
  const own = /^\s*/.exec(lines[i])[0]
  const next = i + 1 < to ? /^\s*/.exec(lines[i + 1])[0] : own
  return /:\s*$/.test(lines[i]) && next.length > own.length ? next : own
}

const isKeyed = (line) => /^\s*(?:- )?"?[\w.-]+"?:/.test(line)

/** Texts of which a word is left out: the second, and the last. */
function wordLess(line, own) {
  const words = [...line.matchAll(/\S+/g)]
  if (words.length < 3) return []
  return [words[1], words.at(-1)]
    .filter(({ 0: word }) => !isFree(word))
    .map(({ 0: word, index }) => ({
      ...own,
      kind: 'word',
      lines: [`${line.slice(0, index).trimEnd()} ${line.slice(index + word.length).trimStart()}`.trimEnd()],
      change: `without the word ${word}`,
    }))
}

/** Two lines in the other order; rows of generated names, and of events, have none. */
function swapped(lines, from, to, unit, header) {
  const generated = /-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/
  if (header?.[0]?.name.endsWith(' SEEN')) return []
  for (let i = from; i + 1 < to; i++) {
    const [one, other] = [lines[i], lines[i + 1]]
    if (one.trim() === '' || other.trim() === '' || one === other || generated.test(one + other)) continue
    const change = `${other.trim().slice(0, 30)} comes first`
    // Both lines are of the first one's place; the second is empty.
    return [{ kind: 'order', line: i + 1, unit, lines: [other, one], drops: 1, change }]
  }
  return []
}

/** The columns of a table, by where they begin. */
function headerOf(line) {
  if (!/^\s*[A-Z][A-Z()-]+(?:\s{2,}[A-Z][A-Z() -]+)*\s*$/.test(line)) return undefined
  return [...line.matchAll(/[A-Z][A-Z()-]*(?: [A-Z][A-Z()-]*)*/g)].map(({ 0: name, index }) => ({
    name,
    at: index,
  }))
}

const changed = (at, value) => ({
  at,
  value,
  others: [otherValue(value), ...moreValues(value)],
  kind: 'value',
})

function valuesIn(line, header, first) {
  if (header !== undefined) return first ? titlesIn(header) : cellsIn(line, header)
  const keyed = /^(\s*(?:- )?"?)([\w./-]+)("?:\s*)(\S.*?)?,?\s*$/.exec(line)
  if (keyed !== null) {
    const [, lead, key, sign, value] = keyed
    if (freeKey.test(key)) return []
    const renamed = { at: lead.length, value: key, others: [`${key}Zz`], kind: 'key' }
    if (value === undefined || isFree(value)) return [renamed]
    return [renamed, changed(lead.length + key.length + sign.length, value)]
  }
  return wordsIn(line).filter(({ value }) => !isFree(value))
}

const titlesIn = (header) =>
  header.slice(-1).map(({ name, at }) => ({ at, value: name, others: [`${name}Z`], kind: 'key' }))

const cellsIn = (line, header) =>
  [...line.matchAll(/\S+(?: \S+)*/g)].flatMap(({ 0: value, index: at }) => {
    const column = header.findLast((one) => one.at <= at + 1)
    if (column === undefined || freeColumn.test(column.name) || isFree(value)) return []
    if (column.name !== 'PORT(S)') return [changed(at, value)]
    const [port] = /^\d+/.exec(value) ?? []
    return port === undefined ? [] : [changed(at, port)]
  })

const wordsIn = (line) =>
  [...line.matchAll(/[^\s,[\]{}()]+/g)].map(({ 0: value, index: at }) => changed(at, value))
