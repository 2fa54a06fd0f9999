// What HTML comments tell a transcript; readers of the rendered document do not see them.
import { InputError } from '../input-error.ts'

/** What an HTML comment tells a transcript to do. */
export type Annotation =
  /** Leave the next block alone. */
  | { kind: 'skip' }
  /** The next block is the whole output of the commands before it. */
  | { kind: 'output' }
  /** Something in the next block is to fail. */
  | { kind: 'fails' }
  /** Time passes. */
  | { kind: 'clock'; ms: number }
  /** A new machine, with a cluster of this release that the document does not show the start of. */
  | { kind: 'cluster'; release: string | undefined; gates: string }

/** An annotation and the line that it stands at. */
export interface PlacedAnnotation {
  line: number
  annotation: Annotation
}

/** A comment to kepsim, as its line begins; only one that ends with its line is understood. */
const begun = /^(?:\s|>)*<!--\s*kepsim\b/
const comment = /^(?:\s|>)*<!--\s*kepsim:\s*(.*?)\s*-->\s*$/

/** The annotations of a document outside of its code. Throws InputError for one that is not understood. */
export function annotationsOf(
  file: string,
  lines: readonly string[],
  inCode: (line: number) => boolean,
): PlacedAnnotation[] {
  return lines.flatMap((text, i) => {
    if (inCode(i + 1) || !begun.test(text)) return []
    const words = comment.exec(text)?.[1]
    const annotation = words === undefined ? undefined : parse(words)
    if (annotation === undefined)
      throw new InputError(
        file,
        i + 1,
        `"${words ?? text.trim()}" is no annotation: write <!-- kepsim: WORDS --> with skip, output, fails, clock +5m, or cluster release=1.34 gates=A=true`,
      )
    return [{ line: i + 1, annotation }]
  })
}

function parse(text: string): Annotation | undefined {
  const [word, ...rest] = text.split(/\s+/)
  if (word === 'skip' || word === 'output' || word === 'fails')
    return rest.length === 0 ? { kind: word } : undefined
  if (word === 'clock') return clock(rest)
  return word === 'cluster' ? cluster(rest) : undefined
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function clock(words: readonly string[]): Annotation | undefined {
  const match = words.length === 1 ? /^\+(\d+)([smhd])$/.exec(words[0]!) : null
  return match === null ? undefined : { kind: 'clock', ms: Number(match[1]) * units[match[2]!]! }
}

function cluster(words: readonly string[]): Annotation | undefined {
  let release: string | undefined
  let gates = ''
  for (const word of words) {
    const match = /^(release|gates)=([\w.,=]+)$/.exec(word)
    if (match === null) return undefined
    if (match[1] === 'release') release = match[2]!.replace(/^v/, '')
    else gates = match[2]!
  }
  return { kind: 'cluster', release, gates }
}
