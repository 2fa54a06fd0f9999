// The lanes of a timeline as rows of a picture: components that go through the same together, and a row for each gate.
import { alikeLanes } from '../html/alike-lanes.ts'
import type { Timeline, TimelineValue } from '../html/model.ts'

type Lane = Timeline['lanes'][number]

/** A row: what it is about, and what it is at each moment. */
export interface PictureRow {
  /** One for each line. */
  labels: string[]
  kind: 'release' | 'gate' | 'value'
  /** Undefined where there is none. */
  cells: (RowCell | undefined)[]
}

/** The first line is the value, the others say more of it. */
export interface RowCell {
  lines: string[]
  /** It is another one than before. */
  changed: boolean
}

/** Releases, then gates and flags of versions, then fields. */
export function pictureRows({ lanes }: Timeline): PictureRow[] {
  const components = lanes.filter(({ kind }) => kind === 'component')
  const fields = lanes.filter(({ kind }) => kind === 'field')
  return [
    ...alikeLanes(components, (lane) => lane.values.map((value) => value?.text)).map(releaseRow),
    ...noteNames(components).flatMap((note) => noteRows(note, components)),
    ...fields.map(fieldRow),
  ]
}

const releaseRow = (lanes: readonly Lane[]): PictureRow => ({
  labels: lanes.map(({ name }) => name),
  kind: 'release',
  cells: cellsOf(lanes[0]!.values.map((value) => (value === undefined ? undefined : [value.text]))),
})

const fieldRow = ({ name, values }: Lane): PictureRow => ({
  labels: [name],
  kind: 'value',
  cells: cellsOf(values.map((value) => (value === undefined ? undefined : [value.text]))),
})

const nameOf = (note: string): string => note.slice(0, note.indexOf('=')).replace(/^--/, '')

/** That all alpha gates are off is so everywhere: where they always are, nobody needs a row of it. */
const saysNothing = (note: string): boolean => /^All(?:Alpha|Beta)=false\b/.test(note)

function noteNames(lanes: readonly Lane[]): string[] {
  const notes = lanes.flatMap(({ values }) => values.flatMap((value) => value?.notes ?? []))
  const told = new Set(notes.filter((note) => !saysNothing(note)).map(nameOf))
  return [...new Set(notes.map(nameOf))].filter((name) => told.has(name))
}

/** One row where all components that have the gate have it alike; else they are named. */
function noteRows(name: string, lanes: readonly Lane[]): PictureRow[] {
  const having = lanes.filter(({ values }) => values.some((value) => noteOf(value, name) !== undefined))
  const groups = alikeLanes(having, (lane) => lane.values.map((value) => noteOf(value, name)))
  return groups.map((group) => ({
    labels: groups.length === 1 ? [name] : [name, ...group.map((lane) => lane.name)],
    kind: 'gate',
    cells: cellsOf(group[0]!.values.map((value) => noteOf(value, name))),
  }))
}

/** `true`, and where it comes from. */
function noteOf(value: TimelineValue | undefined, name: string): string[] | undefined {
  const note = value?.notes.find((one) => nameOf(one) === name)
  if (note === undefined) return undefined
  const text = note.slice(note.indexOf('=') + 1)
  const plain = text.replace(/ \(default\)$/, '')
  return [plain, plain === text ? 'set' : 'by default']
}

function cellsOf(values: readonly (string[] | undefined)[]): (RowCell | undefined)[] {
  let before: string | undefined
  return values.map((lines) => {
    if (lines === undefined) return undefined
    const changed = before !== undefined && before !== lines[0]
    before = lines[0]
    return { lines, changed }
  })
}
