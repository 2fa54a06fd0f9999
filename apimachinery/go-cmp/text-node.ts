// Text that goes on one line where it can. Upstream: github.com/google/go-cmp (cmp/report_text.go)

/** The mark of a line: `-` the value before, `+` the value after, empty both. */
export type Mark = '' | '-' | '+'
/** A text, or a list between two others. */
export type TextNode = string | TextWrap
/** A list with what stands around it: `{` and `}`, a type, `&`. */
export interface TextWrap {
  readonly prefix: string
  readonly value: TextNode | readonly TextRecord[]
  readonly suffix: string
}
/** An item of a list. */
export interface TextRecord {
  readonly mark: Mark
  readonly key: string
  readonly value: TextNode
  readonly comment?: string
}

/** Stands for what is left out. */
export const ellipsis = '...'
const widest = 80

const asText = ({ key, value }: TextRecord): string => `${key === '' ? '' : `${key}: `}${textOf(value)}`
const isList = (value: TextWrap['value']): value is readonly TextRecord[] => Array.isArray(value)

/** The whole node on one line. */
export function textOf(node: TextNode): string {
  if (typeof node === 'string') return node
  const inner = isList(node.value) ? node.value.map(asText).join(', ') : textOf(node.value)
  return `${node.prefix}${inner}${node.suffix}`
}

/** The node with everything that fits on a line as a text. */
function compact(node: TextNode, mark: Mark): TextNode {
  if (typeof node === 'string') return node
  if (!isList(node.value)) {
    const value = compact(node.value, mark)
    return typeof value === 'string' ? `${node.prefix}${value}${node.suffix}` : { ...node, value }
  }
  const records = node.value.map((one) => ({ ...one, value: compact(one.value, one.mark || mark) }))
  const isLong = mark !== '' && Buffer.byteLength(records.map(asText).join(', ')) > widest
  const several =
    isLong ||
    records.some((one) => one.mark !== '' || typeof one.value !== 'string' || one.comment !== undefined)
  const short = { ...node, value: records }
  return several ? short : textOf(short)
}

const indent = (mark: Mark, depth: number): string => `${mark === '' ? ' ' : mark} ${'\t'.repeat(depth)}`

/** The spaces behind each text, so that those of neighbours are equally wide. `skips`: has no width, and ends a group. */
function paddings(
  records: readonly TextRecord[],
  widthOf: (one: TextRecord) => number | undefined,
): number[] {
  const widths = records.map(widthOf)
  const out = records.map(() => 0)
  for (let i = 0; i < records.length; ) {
    let end = i
    while (end < records.length && widths[end] !== undefined) end++
    const most = Math.max(0, ...widths.slice(i, end).map((width) => width ?? 0))
    for (let k = i; k < end; k++) out[k] = most - widths[k]!
    i = end + 1
  }
  return out
}

function expanded(node: TextNode, mark: Mark, depth: number): string {
  if (typeof node === 'string') return node
  const inner = isList(node.value) ? expandedList(node.value, mark, depth) : expanded(node.value, mark, depth)
  return `${node.prefix}${inner}${node.suffix}`
}

const isSimple = (one: TextRecord): boolean =>
  one.mark === '' && one.key === '' && typeof one.value === 'string' && one.comment === undefined

function expandedList(records: readonly TextRecord[], mark: Mark, depth: number): string {
  const end = `\n${indent(mark, depth)}`
  if (records.length > 0 && records.every(isSimple))
    return `${inBatches(records)
      .map((line) => `\n${indent(mark, depth + 1)}${line}`)
      .join('')}${end}`
  const keys = paddings(records, ({ key, value }) =>
    key === '' || typeof value !== 'string' ? undefined : [...key].length,
  )
  const values = paddings(records, ({ value, comment }) =>
    typeof value !== 'string' || value === ellipsis || comment === undefined ? undefined : [...value].length,
  )
  const lines = records.map((one, i) => {
    const own = one.mark || mark
    const key = one.key === '' ? '' : `${one.key}: `
    const value = expanded(one.value, own, depth + 1)
    const comma = one.value === ellipsis ? '' : ','
    const comment = one.comment === undefined ? '' : ` // ${one.comment}`
    return `\n${indent(own, depth + 1)}${key}${' '.repeat(keys[i]!)}${value}${comma}${' '.repeat(values[i]!)}${comment}`
  })
  return `${lines.join('')}${end}`
}

/** Short values, several on a line. */
function inBatches(records: readonly TextRecord[]): string[] {
  const lines: string[] = []
  let batch = ''
  for (const { value } of records) {
    const text = value as string
    if (batch !== '' && Buffer.byteLength(batch) + Buffer.byteLength(text) + 2 > widest) {
      lines.push(batch.trimEnd())
      batch = ''
    }
    batch += `${text}, `
  }
  return batch === '' ? lines : [...lines, batch.trimEnd()]
}

/** The report, with a newline at its end. */
export const reportOf = (node: TextNode): string => `${indent('', 0)}${expanded(compact(node, ''), '', 0)}\n`
