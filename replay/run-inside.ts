// What one command runs by another one: in a node's container, in a Pod's, by a shell.
import { isKubectl } from './programs/programs.ts'
import { type SimpleCommand, simpleCommand } from './simple-command.ts'

/** Programs that are shells. */
export const isShell = /^(?:ba|da|a|z)?sh$/

const valued = /^(?:-[dit]*[euw]|--(?:env|workdir|user|env-file|detach-keys))$/
const valuedBefore = /^(?:-[cHl]|--(?:config|context|host|log-level|tls(?:cacert|cert|key)))$/
/** Of `docker exec NODE curl …` that which runs on the node; any other command itself. */
export function innermost(command: SimpleCommand): SimpleCommand {
  const { program, words } = command
  if (program !== 'docker') return command
  let at = pastOptions(words, 0, valuedBefore)
  if (words[at] === 'container') at++
  if (words[at] !== 'exec') return command
  // Past the container.
  at = pastOptions(words, at + 1, valued) + 1
  return commandFrom(command, at)
}

function pastOptions(words: readonly string[], from: number, takesNext: RegExp): number {
  let at = from
  while (words[at]?.startsWith('-') === true) at += takesNext.test(words[at]!) ? 2 : 1
  return at
}

function commandFrom(command: SimpleCommand, at: number): SimpleCommand {
  const inner = command.words.slice(at).map((raw) => ({ raw, value: raw }))
  return inner.length === 0 ? command : simpleCommand({ ...command, words: inner }, command.line)
}

/** Of `kubectl exec POD -- …` what runs in the container; any other command itself. */
function inContainer(command: SimpleCommand): SimpleCommand {
  const at = command.words.indexOf('--')
  return isKubectl(command.program) && at >= 0 && command.words.slice(0, at).includes('exec')
    ? commandFrom(command, at + 1)
    : command
}

/** The script that a command gives to a shell and waits for, as it is typed without its quotes; undefined where it does not, or not for ever. */
export function scriptOf(command: SimpleCommand): string | undefined {
  const { program, words, wrappers } = inContainer(innermost(command))
  if (!isShell.test(program) || [...command.wrappers, ...wrappers].includes('timeout')) return undefined
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word))
  return flag < 0 ? undefined : words[flag + 1]?.replace(/^(['"])(.*)\1$/s, '$2')
}
