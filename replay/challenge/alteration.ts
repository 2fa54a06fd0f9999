/** A false value that a challenge put into the document, and whether the document noticed. */
export interface Alteration {
  /** `value`: of a shown output. `claim`: of a sentence, a title or a check. `gate`: turned. `hop`: a change of release left out. */
  kind: 'value' | 'claim' | 'gate' | 'hop'
  line: number
  /** What the document says, and what it was made to say. */
  from: string
  to: string
  noticed: boolean
}

/** Called for each alteration, as soon as its outcome is known. */
export type Challenger = (alteration: Alteration) => void

/** How many were noticed; undefined where there was nothing to alter. */
export function score(all: readonly Alteration[]): { noticed: number; of: number } {
  return { noticed: all.filter(({ noticed }) => noticed).length, of: all.length }
}
