// Commands that a document has its reader type in a sentence, rather than in a block: alone in it, after a word on what they do, in a
// row of a table beside what they print.

import { readClaims } from './claims/read-claims.ts'
import { clausesOf } from './instructions/clauses.ts'
import { isTold } from './programs/in-sentences.ts'
import { type TableRows, tableRows } from './table-rows.ts'

/** A paragraph without the command that ends it, and lines of a block as they would be typed. */
export interface TypedInProse {
  /** What is said before it; '' where nothing is. */
  said: string
  /** Each with the line of the paragraph that it stands in, from 0; `told`: a sentence on a command and how it ends. */
  blocks: ({ lines: string[]; at: number } | { told: string; at: number })[]
}

/** A command rather than the name of one: "`kubectl patch`" in a list of what there is. */
const isWhole = (command: string): boolean =>
  !/^(?:\$\s)?(?:kubectl|k)\s/.test(command) ||
  /\s(?:get|describe|version|api-resources|api-versions|cluster-info|logs)\s+\S/.test(command) ||
  (command.match(/\s\S+/g) ?? []).length > 2
const alone = /^(`{1,2})([^`]{4,400})\1\s?[.:]?$/
/** "`kubectl create ns a` prints `namespace/a created`." */
const printing =
  /^(`{1,2})([^`]{4,400})\1\s+(?:now\s+|should\s+|must\s+)?(?:prints?|answers?|outputs?)\s+(`{1,2})([^`]{1,400})\3\s?\.?$/
const labelled = /^([^`:|]{3,60}:)\s+(`{1,2})([^`]{4,400})\2\s?[.:]?$/
/** "You can see it by running `kubectl get rs`. The output is similar to this:" */
const beforeOutput =
  /\b(?:by (?:running|executing|using|typing)|run|execute|type|use|with)\s+(?:the command\s+)?(`{1,2})([^`]{4,400})\1(?:\s?[.:]\s*(?:(?:[\w\s]{0,40}\boutput|it|this|that|you)\b[^.`:]{0,60}[:.])?)$/i

/**
 * The commands of a paragraph that are typed as it stands there; undefined where it has none.
 * @param next the commands of the block below it; undefined where none is there or it has none, and `shown`: one is there; `isOption`: it stands in an
 *   item of a list without an order
 */
export function typedInProse(
  raw: string,
  next: { commands: readonly string[]; shown: boolean; isOption?: boolean },
): TypedInProse | undefined {
  const table = rowsOf(raw)
  if (table !== undefined) return table
  const text = raw.trim()
  const lines = (command: string): TypedInProse['blocks'] => [{ lines: [plain(command)], at: 0 }]
  const isTyped = (command: string | undefined): command is string =>
    command !== undefined &&
    !command.includes('\n') &&
    isTold(command) &&
    isWhole(command) &&
    !/[<>]|\.{3}|…/.test(command) &&
    !next.commands.includes(plain(command))
  const only = alone.exec(text)?.[2]
  if (isTyped(only) && (!next.isOption || next.shown || text.endsWith(':')))
    return { said: '', blocks: lines(only) }
  const [, , ran, , output] = printing.exec(text) ?? []
  if (isTyped(ran) && !/\s-n?$/.test(ran))
    return { said: '', blocks: [{ lines: [`$ ${plain(ran)}`, output!], at: 0 }] }
  const [, label, , command] = labelled.exec(text) ?? []
  // What starts something, or restarts it, is read with its sentence.
  if (isTyped(command) && /^(?:\$\s)?kubectl\s/.test(command) && clausesOf(label!).length > 0)
    return { said: label!, blocks: lines(command) }
  if (!next.shown || next.commands.length > 0) return undefined
  const shows = /^(`{1,2})([^`]{4,400})\1\s[^`:]{3,160}:$/.exec(text)?.[2]
  if (isTyped(shows)) return { said: raw, blocks: lines(shows) }
  const run = beforeOutput.exec(text.replace(/\s*\n\s*/g, ' '))?.[2]
  return isTyped(run) ? { said: raw, blocks: lines(run) } : undefined
}

const plain = (command: string): string => command.replace(/^\$\s/, '').trim()

const titlesOutput =
  /^(?:expected|output|expected (?:output|result|outcome|answer|value)|answers?|results?|outcomes?|prints|value|it prints|what it prints)$/i
const titlesCommand = /^(?:commands?|what|what is run|run|typed|step|check|action)$/i
/** What a command comes to, rather than what it prints. */
const outcome =
  /^(?:fails|succeeds|is\s(?:refused|rejected|denied|forbidden|accepted|allowed))(?:\s(?:with|as|since|because)\s.{2,200})?[.]?$/i
const numbering = /^(?:#|no\.?|nr\.?|steps?|numbers?)$/i

/** A table without the column that only counts its rows. */
function withoutNumbers({ titles, rows }: TableRows): TableRows {
  const counts = titles.findIndex(
    (title, i) => numbering.test(title) && rows.every((cells) => /^\d{1,3}[a-z]?[.)]?$/.test(cells[i] ?? '')),
  )
  if (counts < 0) return { titles, rows }
  const others = (cells: readonly string[]): string[] => cells.filter((_, i) => i !== counts)
  return { titles: others(titles), rows: rows.map(others) }
}

/** What a row has its reader type, and what it says of that; undefined where it has no command. */
function rowBlocks(typed: string, cell: string, at: number): TypedInProse['blocks'] | undefined {
  const command = alone.exec(typed)?.[2]
  if (command === undefined || !isTold(command) || cell === '') return undefined
  const run = `$ ${plain(command)}`
  const output = /^(`{1,2})([^`]*)\1$/.exec(cell)?.[2]
  if (output !== undefined) return [{ lines: [run, output], at }]
  if (outcome.test(cell)) return [{ told: `\`${plain(command)}\` ${cell.replace(/\.$/, '')}.`, at }]
  const sentence = /[.!]$/.test(cell) ? cell : `${cell}.`
  const { kind } = readClaims({ text: sentence, line: 1 })
  // "the Pod `a` is running" is so once it is typed.
  if (kind === 'claims' || (kind === 'unread' && cell.includes('`')))
    return [
      { lines: [run], at },
      { told: sentence, at },
    ]
  return cell.includes('`') ? undefined : [{ lines: [run, cell], at }]
}

/** Rows of a table whose columns are a command and what it prints or comes to; undefined of any other paragraph. */
function rowsOf(raw: string): TypedInProse | undefined {
  const table = tableRows(raw)
  if (table === undefined) return undefined
  const { titles, rows } = withoutNumbers(table)
  const [typed, prints] = [titlesCommand, titlesOutput].map((shape) =>
    titles.findIndex((one) => shape.test(one)),
  ) as [number, number]
  if (typed < 0 || prints < 0 || titles.length !== 2) return undefined
  const blocks = rows.map((cells, row) => rowBlocks(cells[typed] ?? '', cells[prints] ?? '', row + 2))
  return blocks.includes(undefined) ? undefined : { said: '', blocks: blocks.flatMap((one) => one ?? []) }
}
