// Text of a given width: SVG breaks no lines.
import { visibleLine } from '../visible-text.ts'

/** The text in one line of at most `most` letters. */
export function cut(text: string, most: number): string {
  // Of a text of any length no more is looked at than can be shown.
  const letters = [...visibleLine(text.slice(0, 2 * most + 2))]
  return letters.length > most ? `${letters.slice(0, Math.max(0, most - 1)).join('')}…` : letters.join('')
}

/** The text in at most `lines` lines, broken between words, or within those that are too long. */
export function folded(text: string, most: number, lines: number): string[] {
  const words = cut(text, most * lines)
    .split(/(?<=[ /=,])|(?<=[a-z])(?=[A-Z])/)
    .flatMap((word) => pieces(word, most))
  const folded = ['']
  for (const word of words) {
    const last = folded.at(-1)!
    if (last === '' || [...last, ...word.trimEnd()].length <= most) folded[folded.length - 1] = last + word
    else folded.push(word)
  }
  const rest = folded.slice(lines - 1).join('')
  const shown = folded.length <= lines ? folded : [...folded.slice(0, lines - 1), cut(rest, most)]
  return shown.map((line) => line.trimEnd())
}

function pieces(word: string, most: number): string[] {
  const letters = [...word]
  const count = Math.ceil(letters.length / most)
  return Array.from({ length: count }, (_none, i) => letters.slice(i * most, (i + 1) * most).join(''))
}
