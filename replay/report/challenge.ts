// What `kepsim replay --challenge` says: which changes of a document it would not notice.
import { type Alteration, score } from '../challenge/alteration.ts'
import { visibleLine } from './visible-text.ts'

const what: Readonly<Record<Alteration['kind'], string>> = {
  value: 'shown values',
  claim: 'claims',
  gate: 'gates turned',
  hop: 'changes of release left out',
}

/** The report of a challenge: changes that were not noticed, and the score. */
export function challengeText(file: string, all: readonly Alteration[]): string {
  const missed = all.filter(({ noticed }) => !noticed)
  const lines = missed.map((one) => visibleLine(`  not noticed ${file}:${one.line}: ${told(one)}`))
  const parts = (Object.keys(what) as Alteration['kind'][]).flatMap((kind) => {
    const { noticed, of } = score(all.filter((one) => one.kind === kind))
    return of === 0 ? [] : [`${noticed} of ${of} ${what[kind]}`]
  })
  const summary = parts.length === 0 ? 'there is nothing to change' : `noticed: ${parts.join(', ')}`
  return `${[...lines, '', summary].join('\n')}\n`
}

function told({ kind, from, to }: Alteration): string {
  if (kind === 'hop') return `without ${JSON.stringify(from)}`
  return `${from} changed to ${to}`
}
