// Comma separated values, with any number of fields in a record. Upstream: encoding/csv Reader

/** A text that is no CSV; the message is Go's. */
export class CsvError extends Error {}

const bareQuote = 'bare " in non-quoted-field'
const badQuote = 'extraneous or missing " in quoted-field'

/**
 * The position of the reader: in a line, which has its `
 * ` where it is not the last.
 */
interface Reader {
  text: string
  /** The offset of the next line. */
  next: number
  line: string
  /** The number of the line, counted from 1. */
  number: number
  index: number
  /** The number of the line in which the record began. */
  start: number
}

const readerOf = (text: string): Reader => ({ text, next: 0, line: '', number: 0, index: 0, start: 0 })

/** The line after this one, if there is one. A `\r` before its end is dropped. */
function advance(reader: Reader): boolean {
  const { text, next } = reader
  if (next >= text.length) return false
  const end = text.indexOf('\n', next)
  const whole = end < 0 ? text.slice(next) : text.slice(next, end)
  reader.line = whole.replace(/\r$/, '') + (end < 0 ? '' : '\n')
  reader.next = end < 0 ? text.length : end + 1
  reader.number++
  reader.index = 0
  return true
}

/** The next record, blank lines passed over; undefined at the end. */
function nextRecord(reader: Reader): string[] | undefined {
  do if (!advance(reader)) return undefined
  while (reader.line === '' || reader.line === '\n')
  reader.start = reader.number
  const fields: string[] = []
  do fields.push(reader.line[reader.index] === '"' ? quotedField(reader) : bareField(reader))
  while (reader.line[reader.index++] === ',')
  return fields
}

function bareField(reader: Reader): string {
  const rest = reader.line.slice(reader.index)
  const field = /^[^,\n]*/.exec(rest)![0]
  const quote = field.indexOf('"')
  if (quote >= 0) throw errorAt(reader, reader.index + quote, bareQuote)
  reader.index += field.length
  return field
}

/** It may go on over lines. Leaves the reader behind the closing quote. */
function quotedField(reader: Reader): string {
  let field = ''
  reader.index++
  for (;;) {
    const close = reader.line.indexOf('"', reader.index)
    if (close < 0) {
      field += reader.line.slice(reader.index)
      const { line } = reader
      if (!advance(reader)) throw errorAt(reader, line.length, badQuote)
      continue
    }
    field += reader.line.slice(reader.index, close)
    reader.index = close + 1
    const after = reader.line[reader.index]
    if (after === undefined || after === ',' || after === '\n') return field
    if (after !== '"') throw errorAt(reader, close, badQuote)
    field += '"'
    reader.index++
  }
}

/** Columns count bytes, from 1. */
function errorAt({ line, number, start }: Reader, index: number, what: string): CsvError {
  const column = Buffer.byteLength(line.slice(0, index)) + 1
  const record = start === number ? '' : `record on line ${start}; `
  return new CsvError(`${record}parse error on line ${number}, column ${column}: ${what}`)
}

/** All records of a CSV text. Throws CsvError. */
export function readCsv(text: string): string[][] {
  const reader = readerOf(text)
  const records: string[][] = []
  for (;;) {
    const record = nextRecord(reader)
    if (record === undefined) return records
    records.push(record)
  }
}

/** The first record of a CSV text, as string slice flags read it. Throws CsvError, or `EOF` where there is none. */
export function readCsvRecord(text: string): string[] {
  const record = nextRecord(readerOf(text))
  if (record === undefined) throw new Error('EOF')
  return record
}
