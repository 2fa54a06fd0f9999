// `declare -A m=([a]="b c")`, which the shell's library takes for one word that it splits at spaces.
import { parse, serialize } from 'just-bash'
import { wordOf } from './script-tree.ts'

type Statement = ReturnType<typeof parse>['statements'][number]
type Simple = Extract<Statement['pipelines'][number]['commands'][number], { type: 'SimpleCommand' }>
type Word = NonNullable<Simple['name']>

const declaring = new Set(['declare', 'local', 'typeset'])

/**
 * A statement that declares arrays, as statements that the library takes as bash does: `declare -A m; m=([a]="b c")`; with `-r` they are
 * declared so at the end. `local -A`, whose arrays the library has none of, is `declare -A`, which means the same in a function. Any other
 * statement is as it was.
 */
export function declaredArrays(statement: Statement): Statement[] {
  const { pipelines, background } = statement
  const [only] = pipelines
  const [command, ...more] = only?.commands ?? []
  if (pipelines.length !== 1 || only!.negated || background || more.length > 0) return [statement]
  if (command?.type !== 'SimpleCommand' || command.redirections.length > 0) return [statement]
  const name = wordOf(command.name) ?? ''
  const flags = command.args.map(wordOf).filter((word): word is string => /^-\w+$/.test(word ?? ''))
  const letters = flags.join('').replaceAll('-', '')
  if (!declaring.has(name) || !/[aA]/.test(letters)) return [statement]
  const words = command.args.filter((word) => !flags.includes(wordOf(word) ?? ''))
  if (words.every((word) => nameOf(word) === undefined) && name !== 'local') return [statement]
  return written(letters, words) ?? [statement]
}

/** The name of an array that a word gives values. */
function nameOf({ parts }: Word): string | undefined {
  const [first] = parts
  const [, name] = first?.type === 'Literal' ? (/^(\w+)\+?=\(/.exec(first.value) ?? []) : []
  return name
}

/** Undefined where a word is neither a name nor an array with its values. */
function written(letters: string, words: readonly Word[]): Statement[] | undefined {
  const lines: string[] = []
  const kept = letters.replaceAll('r', '')
  try {
    for (const word of words) {
      const name = nameOf(word) ?? wordOf(word)
      if (name === undefined || !/^\w+$/.test(name)) return undefined
      lines.push(`declare -${kept} ${name}`)
      if (nameOf(word) !== undefined) lines.push(...valuesOf(word, /A/.test(letters)))
      if (letters.includes('r')) lines.push(`readonly ${name}`)
    }
    return parse(lines.join('\n')).statements
  } catch {
    return undefined
  }
}

/** What gives an array the values of a word whose parentheses and spaces are literal: `m=(a b)`, and `m=()` and `m[a]=b` of a map. */
function valuesOf({ parts }: Word, isMap: boolean): string[] {
  const [first, ...rest] = parts as [LiteralPart, ...Word['parts']]
  const [, name = '', sign = '', value = ''] = /^(\w+)(\+?=)\((.*)$/s.exec(first.value) ?? []
  const elements: Word['parts'][] = [[]]
  for (const part of [{ ...first, value }, ...rest]) {
    if (part.type !== 'Literal') elements.at(-1)!.push(part)
    else
      for (const [at, piece] of part.value.split(/\s+/).entries()) {
        if (at > 0) elements.push([])
        if (piece !== '') elements.at(-1)!.push({ ...part, value: piece })
      }
  }
  const last = elements.at(-1)!
  const end = last.at(-1)
  if (end?.type !== 'Literal' || !end.value.endsWith(')')) throw new Error('not an array')
  last.splice(-1, 1, { ...end, value: end.value.slice(0, -1) })
  const texts = elements.map(elementText).filter((text) => text !== '')
  if (!isMap) return [`${name}${sign}(${texts.join(' ')})`]
  // Keys in quotes are not written back as they were.
  if (!texts.every((text) => /^\[[\w$./:-]+\]=/.test(text))) throw new Error('no map of plain keys')
  return [...(sign === '=' ? [`${name}=()`] : []), ...texts.map((text) => `${name}${text}`)]
}

type LiteralPart = Extract<Word['parts'][number], { type: 'Literal' }>

function elementText(parts: Word['parts']): string {
  if (parts.every((part) => part.type === 'Literal' && part.value === '')) return ''
  const statement = parse('word').statements[0]!
  const command = statement.pipelines[0]!.commands[0] as Simple
  command.name!.parts = parts
  return serialize({ type: 'Script', statements: [statement] }).trim()
}
