// Interactive shells on other computers that commands of a document open, and what is typed in them.
import type { CommandLine } from './command-line.ts'
import { isKnownAs } from './programs/programs.ts'
import type { ScriptCommand } from './script-command.ts'

const shells = /(?:^|[\s/])(?:ba|z|a|da|k)?sh(?:\s+-[il]+)?\s*$/
const interactive =
  /\s(?:-[a-z]*(?:it|ti)[a-z]*|-[it]\s(?:.*\s)?-[it]|--stdin\s+--tty|--tty\s+--stdin|-it?\s+--tty|--stdin\s+-t)(?=[\s=]|$)/

/** Whether a command opens a shell on another computer, which the commands after it are typed in. */
export function opensShell({ text: typed, commands, program }: CommandLine): boolean {
  const [{ text, redirections } = { text: '', redirections: [] }, ...others] = commands
  if (typed.includes('\n') || /[&;]\s*$/.test(typed) || others.length > 0) return false
  if (redirections.some(({ operator }) => operator.includes('>'))) return false
  if (program === 'ssh')
    return /^(?:sudo\s+)?ssh(?:\s+-[46AaCfGgKkMNnqsTtVvXxYy]+|\s+-[bcDEeFIiJLlmOopQRSWw]\s*\S+)*\s+\S+$/.test(
      text,
    )
  if (program === 'minikube') return /\sssh(?:\s+(?:-p|-n|--node|--profile)[\s=]\S+)*$/.test(text)
  if (isKnownAs(program, 'containers'))
    return /\s(?:exec|run)\s/.test(text) && interactive.test(text) && shells.test(text)
  if (program === 'nsenter' || program === 'chroot') return shells.test(text)
  if (!isKnownAs(program, 'client') || !interactive.test(text)) return false
  if (/\sexec\s/.test(text)) return shells.test(text)
  // Both take a shell where none is named.
  return /\s(?:debug|run|attach)\s/.test(text) && (shells.test(text) || !/\s--\s/.test(text))
}

/**
 * Where the author types. `own`: in a shell of the computer that the document's prompts are of. `opened`: a command has opened a shell
 * elsewhere, and its prompt has not been seen yet. `elsewhere`: that prompt has been seen, so that the author's own one tells that the
 * shell was left.
 */
type Place = { is: 'own' } | { is: 'opened' | 'elsewhere'; by: ScriptCommand; prompt: string }

/** Follows the shells that the commands of one block open. */
export class Sessions {
  private place: Place = { is: 'own' }

  /** Marks a command that is typed in a shell that an earlier one opened. @param prompt '' for none */
  take(command: ScriptCommand, prompt: string, container: boolean): void {
    const { text, line } = command
    if (this.place.is === 'own' && container) command.inside = { command: '', line }
    if (hasReturned(this.place, command, prompt)) this.place = { is: 'own' }
    if (this.place.is === 'own') {
      if (opensShell(command)) this.place = { is: 'opened', by: command, prompt }
      return
    }
    const { by } = this.place
    command.inside = { command: by.text, line: by.line }
    if (prompt !== this.place.prompt) this.place.is = 'elsewhere'
    if (/^\s*(?:exit|logout)\s*(?:\d+\s*)?$/.test(text)) this.place = { is: 'own' }
  }
}

/** Whether a command is typed at the author's own prompt again, though nothing ended the shell. */
function hasReturned(place: Place, { program }: CommandLine, prompt: string): boolean {
  if (place.is === 'own' || prompt !== place.prompt) return false
  return place.is === 'elsewhere' || (isKnownAs(place.by.program, 'client') && isKnownAs(program, 'outside'))
}

/** Gives commands at the prompt of a container, in a block that opens none, the last shell that a block before them opened. */
export function joinSessions(commands: readonly ScriptCommand[]): void {
  let opener: ScriptCommand | undefined
  for (const command of commands) {
    if (opensShell(command)) opener = command
    if (command.inside?.command === '' && opener !== undefined && opener !== command)
      command.inside = { command: opener.text, line: opener.line }
  }
}
