// Claims, titles and checks made false, a word at a time.
import { isFree, moreValues, otherValue } from './other-value.mjs'

const swap = (one, other) => [
  [new RegExp(`\\b${one}\\b`), other],
  [new RegExp(`\\b${other}\\b`), one],
]
/** Words that make a claim another one. */
const turns = [
  [/\b(is|are|was|were|does|do|has|have|can|will|should|must) not (?!only)/i, '$1 '],
  [/\b(is|are) (?!not\b|no\b|still\b|now\b|gone\b|there\b)/, '$1 not '],
  [/\b(should|must) be (?!not\b|no\b)/, '$1 not be '],
  [/\bhas (?=(?:a|an|the|two|three|one|\d)\b)/, 'does not have '],
  [/\bhave (?=(?:a|an|the|two|three|one|\d)\b)/, 'do not have '],
  [/\bcontains\b/, 'does not contain'],
  [/\bcannot\b/, 'can'],
  [/\bno longer\b/, 'still'],
  [/\bstill\b/, 'no longer'],
  [/\bnot (?:\w+ )?(any ?more)\b/, '$1'],
  [/\bempty\b/, 'set'],
  [/\b(?:un)?set\b(?! to)/, (word) => (word === 'set' ? 'unset' : 'set')],
  [/\bgone\b/, 'still there'],
  [/\bexists\b/, 'does not exist'],
  [/\bexist\b/, 'do not exist'],
  [/\bRunning\b/, 'Pending'],
  [/\brunning\b/, 'pending'],
  [/\bPending\b/, 'Running'],
  [/\bpending\b/, 'running'],
  [/\bSucceeded\b/, 'Failed'],
  [/\bBound\b/, 'Pending'],
  [/\bbound\b/, 'pending'],
  [/\bReleased\b/, 'Available'],
  [/\bAvailable\b/, 'Released'],
  [/\bReady\b/, 'NotReady'],
  [/\b(?<!not )ready\b/, 'not ready'],
  [/\bunchanged\b/, 'changed'],
  [/\b(?<!not |been )changed\b/, 'unchanged'],
  [/\b[Aa]ll (?:the |of the )?(?=\w)/, 'none of the '],
  [/\b[Bb]oth (?:the )?(?=\w)/, 'none of the '],
  [/\bat least\b/, 'fewer than'],
  [/\bat most\b/, 'more than'],
  [/\b(?<!no )more than\b/, 'at most'],
  [/\b(?<!no )fewer than\b/, 'at least'],
  [/\bno (?=(?:pods|Pods|EndpointSlices|nodes|endpoints)\b)/, 'two '],
  [/\bfails\b(?! to)/, 'succeeds'],
  [/\bsucceeds\b/, 'fails'],
  [/\b(?:rejected|refused|denied)\b/, 'accepted'],
  [/\baccepted\b/, 'rejected'],
  [/\btrue\b/i, (word) => otherValue(word.toLowerCase())],
  [/\bfalse\b/i, (word) => otherValue(word.toLowerCase())],
  ...swap('visible', 'absent'),
  ...swap('enabled', 'disabled'),
  ...swap('present', 'missing'),
  ...swap('yes', 'no one'),
]
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** @returns {import('../mutants.mjs').Mutant[]} */
export function proseMutants(lines, i, line, roleOf) {
  const check = /^(\s*<!--\s*kepsim:.*?)(==|!=|contains|>=?|<=?)(\s*)(\S.*?)(\s*-->.*)$/.exec(line)
  if (check !== null) return checkMutants(i + 1, check)
  const start = startOfSentence(lines, i, roleOf)
  const role = start === undefined ? undefined : roleOf(start)
  if (role === 'claim') return claimMutants(line, i + 1, [start, i + 1])
  return role === 'title' ? titleMutants(line, i + 1) : []
}

function checkMutants(number, [, before, sign, gap, value, after]) {
  const opposite = {
    '==': '!=',
    '!=': '==',
    contains: 'does not contain',
    '>': '<=',
    '<': '>=',
    '>=': '<',
    '<=': '>',
  }
  const made = (to, other, change) => ({
    kind: 'check',
    line: number,
    unit: [number, number],
    lines: [before + to + gap + other + after],
    change,
  })
  const turned = made(opposite[sign], value, `${sign} → ${opposite[sign]}`)
  if (sign !== '==' && sign !== 'contains') return [turned]
  return [turned, made(sign, otherValue(value), `${value} → ${otherValue(value)}`)]
}

function startOfSentence(lines, i, roleOf) {
  for (let at = i; at >= 0 && lines[at].trim() !== ''; at--) if (roleOf(at + 1) !== undefined) return at + 1
  return undefined
}

const isPhase = (to) => /^(?:pending|running|released|available|failed)$/i.test(to)
/** What a sentence speaks of already is no other thing. */
const unlike = (value, line) => (line.includes(`\`${value}\``) ? `${value}7` : value)
const denies = /\b(?:no|not|none|neither|without|cannot|never)\b/i

/** What is in backticks stays: it has values of its own. */
const masked = (line) => line.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))

function claimMutants(line, number, unit) {
  const make = (other, change) => ({ kind: 'claim', line: number, unit, lines: [other], change })
  const replaced = (index, from, to) =>
    make(line.slice(0, index) + to + line.slice(index + from.length), `${from} → ${to}`)
  const bare = masked(line)
  const all = turns
    .filter(([, to]) => !(denies.test(bare) && isPhase(to)))
    .flatMap(([shape, to]) =>
      [...bare.matchAll(new RegExp(shape.source, `${shape.flags}g`))].map(
        ({ 0: from, 1: kept = '', index }) =>
          replaced(index, from, typeof to === 'string' ? to.replace('$1', kept) : to(from)),
      ),
    )
  for (const { 0: quoted, 1: code, index } of line.matchAll(/`([^`]+)`/g)) {
    if (isFree(code)) continue
    const [, before = '', value = code] = /^(.*(?:=|:)\s*)(\S+)$/.exec(code) ?? []
    // That none is Running does not mean that one is Pending.
    const others = [unlike(otherValue(value), line), ...(denies.test(bare) ? [] : moreValues(value))]
    for (const other of others) all.push(replaced(index, quoted, `\`${before}${other}\``))
  }
  const inOrder = /^\s*(?:[-*+]|\d+[.)])?\s*$/
  for (const { 0: digits, index } of bare.matchAll(
    /(?<![\w./-]|[Ss]tep )\d{1,3}(?![\w-]|\.\d|\/\d| ?(?:s|m|h|seconds?|minutes?|min|hours?)\b)/g,
  )) {
    if (inOrder.test(bare.slice(0, index))) continue
    for (const other of [String(Number(digits) + 1), ...moreValues(digits)])
      all.push(replaced(index, digits, other))
  }
  for (const { 0: minor, index } of bare.matchAll(/(?<=\bv?1\.)\d\d\b/g))
    all.push(replaced(index, minor, String(Number(minor) + 1)))
  for (const { 0: word, index } of bare.matchAll(
    new RegExp(`\\b(?:${numberWords.join('|')})\\b(?! of the)`, 'gi'),
  )) {
    const other = numberWords[(numberWords.indexOf(word.toLowerCase()) + 1) % numberWords.length]
    all.push(replaced(index, word, other))
  }
  return all
}

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
  for (const { 0: from, 1: major, 2: minor, index } of line.matchAll(/\b(v?1\.)(\d\d)(?:\.\d+)?\b(?!\+)/g))
    make(index, from, `${major}${Number(minor) === 30 ? 31 : Number(minor) - 1}`)
  return all
}
