// `kepsim replay --list`: how each line of a document is understood.
import type { Account, Step } from '../step.ts'
import { visibleText } from './visible-text.ts'

interface ListedSection {
  section: { title: string; line: number }
  steps: readonly Step[]
}

/** The lines of `--list`: for each sentence, command and block its line in the document, how it was understood, and its text. */
export function listing(file: string, sections: readonly ListedSection[]): string {
  return sections
    .map(({ section, steps }) => {
      const heading = `${section.title === '' ? file : section.title} ${file}:${section.line}\n`
      return visibleText(heading) + steps.map(stepListing).join('')
    })
    .join('\n')
}

function stepListing({ number, title, line, accounts }: Step): string {
  const label = [number === '' ? '' : `${number}.`, firstLine(title)].filter((part) => part !== '').join(' ')
  return visibleText(`  ${label === '' ? `line ${line}` : label}\n`) + accounts.map(accountLine).join('')
}

function accountLine({ line, text, as, detail }: Account): string {
  const more = detail === undefined ? '' : `  → ${detail}`
  return visibleText(`  ${String(line).padStart(6)}  ${as.padEnd(14)}  ${firstLine(text)}${more}\n`)
}

function firstLine(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const short = first.length > 100 ? `${first.slice(0, 99)}…` : first
  return rest.length > 0 && short === first ? `${first} …` : short
}
