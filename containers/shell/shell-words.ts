// What shells say of a script, each in its own words: the library has those of bash.
import type { ShellFlavor } from './shell-command.ts'

/** The beginning of what a shell says of itself. @param line of the script */
export const opening = (flavor: ShellFlavor, name: string, line = 1): string =>
  flavor === 'bash' ? `${name}: line ${line}: ` : `${name}: ${flavor === 'dash' ? `${line}: ` : ''}`

/** The shell's message on a command that is not there. */
export const unknownCommand = (flavor: ShellFlavor, name: string, command: string): string =>
  `${opening(flavor, name)}${command}: ${flavor === 'bash' ? 'command ' : ''}not found`

/** The message of dash and ash on a token that is none of their language. */
export function unknownSyntax(flavor: 'ash' | 'dash', name: string, line: number, token: string): string {
  const [shown, loop] = [token === 'redirection' ? token : `"${token}"`, token === 'for']
  if (flavor === 'dash')
    return `${opening(flavor, name, line)}Syntax error: ${loop ? 'Bad for loop variable' : `${shown} unexpected`}`
  return `${name}: syntax error: ${loop ? 'bad for loop variable' : `unexpected ${shown}`}`
}

const commonOptions =
  'errexit noglob ignoreeof interactive monitor noexec stdin xtrace verbose noclobber allexport notify nounset vi'
const namedOptions = {
  ash: new Set([...commonOptions.split(' '), 'pipefail']),
  dash: new Set([...commonOptions.split(' '), 'emacs', 'nolog', 'debug']),
}
const letters = { ash: /^[efimnsxvCabu]$/, dash: /^[efIimnsxvVECabu]$/ }

/**
 * What a shell says of an option that it does not have; undefined where it has all of them.
 * @param args of `set`; those that expand something are undefined
 */
export function cannotSet(
  flavor: 'ash' | 'dash',
  name: string,
  args: readonly (string | undefined)[],
): { text: string; ends: boolean } | undefined {
  const begin = flavor === 'dash' ? `${name}: 1: set: Illegal` : `${name}: set: line 0: illegal`
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (arg === undefined || arg === '--' || !/^[-+]./.test(arg)) return undefined
    for (const letter of arg.slice(1)) {
      if (letter !== 'o') {
        if (!letters[flavor].test(letter)) return { text: `${begin} option ${arg[0]}${letter}`, ends: true }
        continue
      }
      const option = args[++i]
      if (option !== undefined && !namedOptions[flavor].has(option))
        return { text: `${begin} option ${arg[0]}o ${option}`, ends: flavor === 'dash' }
    }
  }
  return undefined
}

/** The name of a variable stands behind it, in an error that ends a script where that has no value. Of Unicode's private use. */
export const unsetMark = '\uE001'

/** Whether a shell that says so ends: the library ends it with 1. */
const endsShell = new RegExp(
  `^bash: (?:line \\d+: )?(?:${unsetMark}.*|.*: (?:unbound variable|readonly variable))$`,
)

/** The exit code of a script that an error of the shell itself has ended. @param exits whether it runs with `set -e` */
export function fatalStatus(flavor: ShellFlavor, stderr: string, exitCode: number, exits: boolean): number {
  const last = stderr.trimEnd().split('\n').at(-1) ?? ''
  if (exitCode !== 1 || !endsShell.test(last)) return exitCode
  if (flavor !== 'bash') return 2
  return exits || /: readonly variable$/.test(last) ? 1 : 127
}

/** The library's message, which is bash's, in the words of another shell. @param reads whether a path is one that the script reads from */
export function inWordsOf(
  flavor: ShellFlavor,
  name: string,
  line: string,
  reads: (path: string) => boolean,
): string {
  const [, said] = /^bash: (?:line \d+: )?(.*)$/s.exec(line) ?? []
  if (said === undefined) return line.replace(unsetMark, '')
  const begin = opening(flavor, name)
  const text = said.replace(unsetMark, '')
  if (flavor === 'bash')
    return text.startsWith('syntax error') ? `${name}: -c: line 1: ${text}` : `${begin}${text}`
  const [, path = '', why] = /^(.+): (No such file or directory|command not found)$/.exec(text) ?? []
  if (/^cd: /.test(path)) return cannotEnter(flavor, name, path.slice(4), 'No such file or directory')
  const [, file] = /^cd: (.+): Not a directory$/.exec(text) ?? []
  if (file !== undefined) return cannotEnter(flavor, name, file, 'Not a directory')
  if (why === 'command not found') return `${begin}${path}: not found`
  if (why !== undefined) return `${begin}${reads(path) ? cannotOpen(flavor, path) : `${path}: not found`}`
  return `${begin}${text.replace(/: unbound variable$/, ': parameter not set').replace(/: readonly variable$/, ': is read only')}`
}

const cannotOpen = (flavor: 'ash' | 'dash', path: string): string =>
  flavor === 'dash' ? `cannot open ${path}: No such file` : `can't open ${path}: no such file`

const cannotEnter = (flavor: 'ash' | 'dash', name: string, path: string, why: string): string =>
  flavor === 'dash'
    ? `${name}: 1: cd: can't cd to ${path}`
    : `${name}: cd: line 0: can't cd to ${path}: ${why}`

/** The message of dash and ash on a file that `.` does not find. */
export function cannotSource(flavor: ShellFlavor, name: string, command: string, path: string): string {
  if (!path.includes('/')) return `${opening(flavor, name)}${command}: ${path}: not found`
  return flavor === 'dash'
    ? `${name}: 1: ${command}: cannot open ${path}: No such file`
    : `${name}: ${command}: line 0: can't open '${path}': No such file or directory`
}
