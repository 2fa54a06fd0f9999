// Where an error arose: for who mends kepsim, or a module of their own.
import { visibleLine, visibleText } from '../replay/report/visible-text.ts'

/** The frames of an error's stack, a line each, where the variable KEPSIM_DEBUG asks for them; else empty. */
export function stackText(error: unknown, { KEPSIM_DEBUG = '' } = process.env): string {
  if (KEPSIM_DEBUG === '' || KEPSIM_DEBUG === '0' || !(error instanceof Error)) return ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return frames.map((line) => `${visibleText(line)}\n`).join('')
}

/**
 * What is printed of an error that no command has foreseen: a line, and its stack where it is asked for.
 * @param command undefined where none is known
 */
export function unforeseenText(
  command: string | undefined,
  error: unknown,
  surroundings = process.env,
): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const name = command === undefined ? 'kepsim' : `kepsim ${command}`
  const stack = stackText(error, surroundings)
  const hint = stack === '' ? ' (KEPSIM_DEBUG=1 shows where)' : ''
  return `${visibleText(name)}: ${visibleLine(message)}${hint}\n${stack}`
}
