// Upstream: Go's encoding/csv Reader, with any number of fields per record.

export class CSVError extends Error {}

/** Records of a CSV text; blank lines are skipped. Throws CSVError with Go's text. */
export function readCSV(text: string): string[][] {
  const records: string[][] = []
  const state = { text: text.replaceAll('\r\n', '\n'), at: 0, line: 1 }
  while (state.at < state.text.length) {
    if (state.text[state.at] === '\n') {
      state.at++
      state.line++
    } else records.push(readRecord(state))
  }
  return records
}

interface State {
  text: string
  at: number
  line: number
}

function readRecord(state: State): string[] {
  const fields: string[] = []
  const start = state.line
  for (;;) {
    fields.push(state.text[state.at] === '"' ? quoted(state, start) : bare(state, start))
    const next = state.text[state.at]
    state.at++
    if (next === ',') continue
    state.line++
    return fields
  }
}

function bare(state: State, start: number): string {
  const from = state.at
  while (state.at < state.text.length && state.text[state.at] !== ',' && state.text[state.at] !== '\n') {
    if (state.text[state.at] === '"') throw parseError(state, start, 'bare " in non-quoted field')
    state.at++
  }
  return state.text.slice(from, state.at)
}

function quoted(state: State, start: number): string {
  let out = ''
  state.at++
  for (;;) {
    const char = state.text[state.at]
    if (char === undefined) throw parseError(state, start, 'extraneous or missing " in quoted-field')
    state.at++
    if (char === '\n') state.line++
    if (char !== '"') {
      out += char
      continue
    }
    const after = state.text[state.at]
    if (after === '"') {
      out += '"'
      state.at++
    } else if (after === undefined || after === ',' || after === '\n') return out
    else {
      state.at--
      throw parseError(state, start, 'extraneous or missing " in quoted-field')
    }
  }
}

function parseError(state: State, start: number, what: string): CSVError {
  const column = state.at - state.text.lastIndexOf('\n', state.at - 1)
  const where =
    start === state.line
      ? `parse error on line ${state.line}, column ${column}`
      : `record on line ${start}; parse error on line ${state.line}, column ${column}`
  return new CSVError(`${where}: ${what}`)
}
