// A code block as commands with the output that the document shows for them.
import { beginsAsCode, isOtherLanguage, isShellLanguage } from './block-kinds.ts'
import { BlockReader } from './block-reader.ts'
import type { CodeText } from './code-text.ts'
import { isAssignment } from './looks-like-command.ts'
import { isUnmistakable } from './programs/is-program.ts'
import { ownCommand, type Script } from './script-command.ts'
import { TypedCommand } from './typed-command.ts'
import { uncapitalised, withoutColours } from './typed-text.ts'

export { type ExpectedOutput, ownCommand, type Script, type ScriptCommand } from './script-command.ts'

const nothing: Script = { commands: [], leading: undefined }

/** Commands and outputs of a block; a block in another language, or without any command, has none. */
export function parseScript(block: CodeText): Script {
  if (isOtherLanguage(block.lang)) return nothing
  const plain = block.lines.map(withoutColours)
  const lines = isShellLanguage(block.lang) ? plain.map(uncapitalised) : plain
  const shebang = /^#!\s*\/\S*\s*(\S*)/.exec(lines[0] ?? '')
  if (shebang !== null) return /\b(?:ba|z|da|k)?sh\b/.test(shebang[0]) ? wholeScript(block, lines) : nothing
  const reader = new BlockReader(block, lines)
  if (!reader.prompted && beginsAsCode(lines)) return nothing
  const script = reader.read()
  return reader.prompted || isScript(script)
    ? script
    : { commands: [], leading: { lines, line: block.line - 1 } }
}

/** A block that begins as a file does is run as one. */
function wholeScript(block: CodeText, [, ...lines]: string[]): Script {
  const typed = new TypedCommand([`{`, ...lines, '}'], false, () => false)
  const { problem } = typed.read(0, '{')
  const command = { ...ownCommand(lines.join('\n'), block.line + 1), last: true, problem }
  return { commands: [command], leading: undefined }
}

/** Whether what reads as commands is a script, rather than the keys of a file or pseudo-code. */
function isScript({ commands, leading }: Script): boolean {
  const others = commands.some(({ output }) => output !== undefined) || leading !== undefined
  if (others && commands.every(({ text }) => isAssignment(text))) return false
  const opens = leading?.lines.some((line) => /\b(?:do|then)\s*$/.test(line)) ?? false
  return !opens && (!others || commands.some(({ text }) => isUnmistakable(text)) || leading === undefined)
}
