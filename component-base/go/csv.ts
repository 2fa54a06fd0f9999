// One record of comma separated values, as string slice flags read them.
// Upstream: encoding/csv Reader.Read (defaults)

const bareQuote = 'bare " in non-quoted field'
const badQuote = 'extraneous or missing " in quoted-field'
const at = (column: number, what: string): Error =>
  new Error(`parse error on line 1, column ${column}: ${what}`)
/** Columns count bytes, from 1. */
const columnOf = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index)) + 1

/** The quoted field that begins at `start`, and the place after its closing quote. */
function quotedField(line: string, start: number): { field: string; end: number } {
  let field = ''
  let index = start + 1
  for (;;) {
    const close = line.indexOf('"', index)
    if (close < 0) throw at(columnOf(line, line.length), badQuote)
    field += line.slice(index, close)
    const next = line[close + 1]
    if (next === '"') {
      field += '"'
      index = close + 2
    } else if (next === undefined || next === ',') {
      return { field, end: close + 1 }
    } else {
      throw at(columnOf(line, close), badQuote)
    }
  }
}

/** The fields of the first line. Throws the reader's error; `EOF` where there is no line. */
export function readCsvRecord(text: string): string[] {
  const line = text
    .split('\n')
    .find((l) => l !== '' && l !== '\r')
    ?.replace(/\r$/, '')
  if (line === undefined) throw new Error('EOF')
  const fields: string[] = []
  let index = 0
  for (;;) {
    if (line[index] === '"') {
      const { field, end } = quotedField(line, index)
      fields.push(field)
      index = end
    } else {
      const comma = line.indexOf(',', index)
      const end = comma < 0 ? line.length : comma
      const quote = line.indexOf('"', index)
      if (quote >= 0 && quote < end) throw at(columnOf(line, quote), bareQuote)
      fields.push(line.slice(index, end))
      index = end
    }
    if (index >= line.length) return fields
    index++
  }
}
