// Where an error arose: for who mends kepsim, or a module of their own.
import { memberOf, namedMessageOf } from '../component-base/thrown.ts'
import { visibleLine, visibleText } from '../replay/report/visible-text.ts'

/** Errors may stand behind one another without end. */
const mostErrors = 16

/**
 * The frames of an error's stack, a line each, and those of the errors behind it (`cause`, `errors`) under what they say, where the
 * variable KEPSIM_DEBUG asks for them; else empty.
 */
export function stackText(error: unknown, { KEPSIM_DEBUG = '' } = process.env): string {
  return KEPSIM_DEBUG === '' || KEPSIM_DEBUG === '0' ? '' : allFrames(error)
}

function allFrames(error: unknown): string {
  let text = framesOf(error)
  const told = new Set([error])
  const behind = errorsBehind(error)
  for (let next = behind.shift(); next !== undefined && told.size < mostErrors; next = behind.shift()) {
    if (told.has(next.error)) continue
    told.add(next.error)
    text += `  ${next.how}: ${visibleLine(namedMessageOf(next.error))}\n${framesOf(next.error)}`
    behind.unshift(...errorsBehind(next.error))
  }
  return text
}

function errorsBehind(error: unknown): { how: string; error: unknown }[] {
  const [cause, errors] = [memberOf(error, 'cause'), memberOf(error, 'errors')]
  return [
    ...(cause === undefined ? [] : [{ how: 'caused by', error: cause }]),
    ...(Array.isArray(errors) ? errors.slice(0, mostErrors) : []).map((one) => ({
      how: 'one of its errors',
      error: one,
    })),
  ]
}

function framesOf(error: unknown): string {
  const stack = memberOf(error, 'stack')
  if (typeof stack !== 'string') return ''
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
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
  const name = command === undefined ? 'kepsim' : `kepsim ${command}`
  const stack = stackText(error, surroundings)
  const hint = stack === '' && allFrames(error) !== '' ? ' (KEPSIM_DEBUG=1 shows where)' : ''
  return `${visibleText(name)}: ${visibleLine(namedMessageOf(error))}${hint}\n${stack}`
}

const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy']

/** Whether what a command line prints of errors is a log, which nobody can ask again with KEPSIM_DEBUG. */
export const printsLog = ([command = '', ...flags]: readonly string[]): boolean =>
  components.includes(command) || (command === 'up' && flags.includes('--detached'))
