import { marks } from '../outcome-words.ts'
import type { Verdict } from './model.ts'

/** The verdict as a word with a mark: colour alone tells nothing. */
export const badge = (verdict: Verdict): string =>
  `<span class="badge ${className(verdict)}"><span aria-hidden="true">${marks[verdict]} </span>${verdict}</span>`

/** The class of an outcome in the style sheet: `could-not-run`. */
export const className = (word: string): string => word.replaceAll(' ', '-')
