// Tables of what objects have: a row for each object and field, for each condition, or for each object with a column for each field.
// A row is read as the sentence that says the same.
import { tableRows } from '../table-rows.ts'
import type { Claim } from './claim.ts'
import { readClaims } from './read-claims.ts'

const titles = {
  object: /^(?:objects?|resources?|kinds?|of|pods?|jobs?|nodes?|services?|deployments?|names?)$/i,
  field: /^(?:fields?|paths?|propert(?:y|ies)|attributes?)$/i,
  value: /^(?:values?|(?:expected|actual|observed)(?: value)?|is)$/i,
  type: /^(?:type|condition(?: type)?)$/i,
  status: /^status$/i,
  reason: /^reason$/i,
} as const
type Column = keyof typeof titles

/** "`.spec.replicas`", "restartPolicy": a title that is a field. */
const isPath = (title: string): boolean =>
  /^\.?(?:spec|status|metadata|data)(?:\.[\w-]+)+$|^\.[\w.[\]-]+$/.test(title)
const hasWords = (cell: string | undefined): cell is string => /\w/.test(cell ?? '')

/** "The Job's conditions:", "Conditions of the Job `a`:": whose they are. */
const whose =
  /(?:^|\s)(?:(?<owner>(?:the|its|this|that)\s(?:[A-Za-z]{2,40})(?:\s`[^`]{1,80}`)?)['’]s?\sconditions|conditions\s(?:of|in|on)\s(?<object>(?:the\s)?[A-Za-z]{2,40}(?:\s`[^`]{1,80}`)?))(?:\s(?:are|is|then|now))?(?:\s(?:then|now|these|as follows))?\s*:?$/i
/** "Job `a`", "the Job `a`", "`a`" below a title that is a kind. */
function objectCalled(cell: string, title: string): string | undefined {
  const named = /^(?:the\s)?([A-Za-z]{2,40}(?:\s`[^`]{1,80}`)?)$/i.exec(cell)?.[1]
  if (named !== undefined) return `the ${named}`
  const isKind = !/^(?:objects?|resources?|kinds?|of|names?)$/i.test(title)
  return isKind && /^`[^`]{1,80}`$/.test(cell) ? `the ${title.replace(/s$/i, '')} ${cell}` : undefined
}

/** The sentences that say what a row does; undefined where it is of no such table. */
type Row = (cells: readonly string[]) => readonly string[] | undefined

function rowsOf(found: readonly string[], above: string): Row | undefined {
  const at = (column: Column): number => found.findIndex((title) => titles[column].test(title))
  const [object, field, value, type, status, reason] = (Object.keys(titles) as Column[]).map(at)
  const known = (...columns: (number | undefined)[]): boolean =>
    columns.every((column) => column! >= 0) && found.length === columns.length
  if (known(object, field, value))
    return (cells) => {
      const name = objectCalled(cells[object!] ?? '', found[object!]!)
      const [path, is] = [cells[field!], cells[value!]]
      return name !== undefined && hasWords(path) && hasWords(is)
        ? [`${path} of ${name} is ${is}.`]
        : undefined
    }
  const { owner, object: named } = whose.exec(above)?.groups ?? {}
  const of = (owner ?? named)?.replace(/^the\s/i, 'the ')
  if (of !== undefined && (known(type, status) || known(type, status, reason)))
    return (cells) => {
      const [what, is, why] = [cells[type!], cells[status!], reason! < 0 ? undefined : cells[reason!]]
      if (!hasWords(what) || !hasWords(is) || (reason! >= 0 && !hasWords(why))) return undefined
      const marked = (cell: string): string => `\`${cell.replaceAll('`', '')}\``
      const because = why === undefined ? '' : ` with reason ${marked(why)}`
      return [`The ${marked(what)} condition of ${of} is ${marked(is)}${because}.`]
    }
  if (object !== 0 || found.length < 2 || !found.slice(1).every(isPath)) return undefined
  return ([first = '', ...cells]) => {
    const name = objectCalled(first, found[0]!)
    return name !== undefined && cells.length === found.length - 1 && cells.every(hasWords)
      ? cells.map((is, i) => `\`${found[i + 1]}\` of ${name} is ${is}.`)
      : undefined
  }
}

/**
 * What each row of a table says of objects; undefined of any other paragraph, and where a row is not read whole.
 * @param raw with its line breaks, which begin at `line` @param above the text before it, which says whose conditions are listed
 */
export function objectTable(raw: string, line: number, above: string | undefined): Claim[] | undefined {
  const table = tableRows(raw)
  const sentences = table === undefined ? undefined : rowsOf(table.titles, above ?? '')
  if (table === undefined || sentences === undefined) return undefined
  const claims: Claim[] = []
  for (const [row, cells] of table.rows.entries())
    for (const text of sentences(cells) ?? ['']) {
      const reading = readClaims({ text, line: line + row + 2 })
      if (reading.kind !== 'claims' || reading.rest !== undefined) return undefined
      claims.push(...reading.claims)
    }
  return claims
}
