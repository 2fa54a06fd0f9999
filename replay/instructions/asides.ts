// What stands in parentheses beside an instruction: "disable the feature (set it to false)".
import type { Instruction } from './instruction.ts'

const aside = /\(([^()]{3,200})\)/g
const values =
  /\b(?:set|setting|turn|turning|switch|switching|flip|flipping)\b[^.;()]*?\b(true|false|on|off|enabled|disabled)\b/i
const yes = /^(?:true|on|enabled)$/i

/** The first one that would have gates be otherwise than the instructions have them. */
export function contradictingAside(text: string, instructions: readonly Instruction[]): string | undefined {
  const wanted = instructions
    .flatMap((one) => (one.kind === 'change' || one.kind === 'start' ? one.edits : []))
    .flatMap((edit) => (edit.kind === 'gate' && edit.value !== undefined ? [edit.value] : []))
  if (wanted.length === 0) return undefined
  return [...text.matchAll(aside)]
    .map(([, inside]) => inside!)
    .find((inside) => {
      const value = values.exec(inside)?.[1]
      return value !== undefined && !wanted.includes(yes.test(value))
    })
}
