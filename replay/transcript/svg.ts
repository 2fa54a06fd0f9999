// The session as a picture of a terminal: text in one file that loads nothing, light or dark as its reader likes it.
import { escapeMarkup } from '../report/escape-markup.ts'
import { visibleText } from '../report/visible-text.ts'
import type { TranscriptEntry } from './transcript.ts'

/** Longer lines are broken, as a terminal does it. */
const columns = 120
const columnWidth = 8.43
const lineHeight = 19
const margin = 16
const baseline = 14

const style = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.prompt { fill: #0969da }
.command { font-weight: 600 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  rect { fill: #0d1117; stroke: #3d444d }
  .prompt { fill: #4493f8 }
}
`

interface Line {
  prompt: string
  text: string
}

/** @param title what a reader who does not see the picture is told */
export function svg(entries: readonly TranscriptEntry[], title: string): string {
  const lines = entries.flatMap(linesOf)
  const width = Math.ceil(columnWidth * Math.max(40, ...lines.map(lengthOf)) + 2 * margin)
  const height = lineHeight * lines.length + 2 * margin
  const texts = lines.map(
    (line, i) => `<text x="${margin}" y="${margin + baseline + i * lineHeight}">${spans(line)}</text>\n`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join('')}</svg>
`
}

function linesOf({ command, output }: TranscriptEntry): Line[] {
  const typed = command
    .trimEnd()
    .split('\n')
    .flatMap((text, i) =>
      broken(text).map((part, j) => ({ prompt: j > 0 ? '' : i === 0 ? '$ ' : '> ', text: part })),
    )
  const printed = output === '' ? [] : output.replace(/\n$/, '').split('\n').flatMap(broken)
  return [...typed, ...printed.map((text) => ({ prompt: '', text }))]
}

function broken(text: string): string[] {
  const letters = [...visibleText(text).replaceAll('\t', '        ')]
  const parts = [letters.slice(0, columns).join('')]
  for (let at = columns; at < letters.length; at += columns)
    parts.push(letters.slice(at, at + columns).join(''))
  return parts
}

const lengthOf = ({ prompt, text }: Line): number => prompt.length + [...text].length

const spans = ({ prompt, text }: Line): string =>
  prompt === ''
    ? escapeMarkup(text)
    : `<tspan class="prompt">${escapeMarkup(prompt)}</tspan><tspan class="command">${escapeMarkup(text)}</tspan>`
