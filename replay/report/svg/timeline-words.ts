// What the picture shows, in words, for who does not see it.
import type { ReportRun } from '../html/model.ts'
import type { PictureRow } from './picture-rows.ts'
import { cut } from './text-lines.ts'

/** A line for each moment: `1. Upgrade (passed): kubelet/n 1.30.14; SomeGate false by default; version v1.30.0`. */
export function timelineWords({ title, timeline, steps }: ReportRun, rows: readonly PictureRow[]): string {
  const { moments } = timeline!
  const lines = moments.map((moment, i) => {
    const verdict = steps.length === moments.length ? ` (${steps[i]!.verdict})` : ''
    const told = rows.flatMap((row) => rowWords(row, i)).join('; ')
    return `${cut(moment.replaceAll('`', ''), longest)}${verdict}: ${told}.`
  })
  return [`${cut(title, longest)}.`, ...lines].join('\n')
}
const longest = 120

function rowWords({ labels, cells }: PictureRow, moment: number): string[] {
  const cell = cells[moment]
  return cell === undefined
    ? []
    : [`${cut(labels.join(', '), longest)} ${cut(cell.lines.join(' '), longest)}`]
}
