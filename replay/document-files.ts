// Files that the commands of a document read and that the document shows elsewhere: in a block after the command, in a block
// without a name, or as what `cat` prints.

import { deletedObjects } from './deleted-objects.ts'
import { fileShown, filesRead, writesFile } from './files-read.ts'
import { givenToKubectl } from './kubectl-words.ts'
import { isKnownAs } from './programs/programs.ts'
import type { ExpectedOutput, ScriptCommand } from './script.ts'
import { baseName } from './shell-words.ts'
import type { ShownFiles } from './shown-files.ts'
import type { Action, Step } from './step.ts'

const fileNames = /(?<![\w.-])[\w.-]+\.(?:ya?ml|json|conf|toml|env|sh|tpl|txt|jq)\b/g

/** A file that a command reads and that is nowhere. */
export interface MissingFile {
  /** As the command names it. */
  path: string
  /** Of the command. */
  line: number
}

/**
 * Puts each file that a command needs before that command, under the name that the command has for it. Returns those that neither
 * the steps nor the rest of the document have.
 */
export function supplyFiles(steps: readonly Step[], files?: ShownFiles): MissingFile[] {
  const written = new Set<string>()
  const missing: MissingFile[] = []
  for (const [at, step] of steps.entries()) {
    for (let i = 0; i < step.actions.length; i++) {
      const action = step.actions[i]!
      if (action.kind === 'file') written.add(baseName(action.name))
      if (action.kind !== 'command') continue
      for (const path of filesRead(action.command)) {
        const name = baseName(path)
        if (written.has(name) || writesFile(action.command, name)) continue
        written.add(name)
        const { line } = action.command
        const found =
          takeFile(steps, at, name) ??
          shownFile(steps, name) ??
          files?.find(path, line) ??
          objectsDeleted(steps, action.command, name) ??
          takeManifest(steps, at)
        if (found === undefined) missing.push({ path, line })
        else {
          const index = step.actions.indexOf(action)
          step.actions.splice(index, 0, { kind: 'file', name: path, ...found })
          i = index + 1
        }
      }
      for (const [name] of action.command.text.matchAll(fileNames))
        if (writesFile(action.command, name)) written.add(name)
    }
  }
  return missing
}

type Content = { content: string; line: number }

/** A file that is only ever deleted from holds what its deletion shows, as far as that matters. */
function objectsDeleted(steps: readonly Step[], command: ScriptCommand, name: string): Content | undefined {
  const all = steps.flatMap(({ actions }) => actions.flatMap((one) => (one.kind === 'command' ? [one] : [])))
  const { output } = command
  const others = all.filter(({ command }) => filesRead(command).some((path) => baseName(path) === name))
  if (output === undefined || !deletes(command) || !others.every((one) => deletes(one.command)))
    return undefined
  const content = deletedObjects(output.lines)
  return content === undefined ? undefined : { content, line: output.line }
}

const deletes = ({ commands }: ScriptCommand): boolean =>
  commands.some((one) => givenToKubectl(one)?.includes('delete'))

/** A block of that name further down. */
function takeFile(steps: readonly Step[], from: number, name: string): Content | undefined {
  for (const step of steps.slice(from)) {
    const at = step.actions.findIndex((a) => a.kind === 'file' && baseName(a.name) === name)
    if (at < 0) continue
    const [{ content, line }] = step.actions.splice(at, 1) as [Extract<Action, { kind: 'file' }>]
    return { content, line }
  }
  return undefined
}

/** What a `cat` (or an editor) of that file shows. What an editor shows is no output. */
function shownFile(steps: readonly Step[], name: string): Content | undefined {
  for (const { actions } of steps) {
    for (const action of actions) {
      if (action.kind !== 'command') continue
      const { command } = action
      const shown = fileShown(command)
      if (shown === undefined || baseName(shown) !== name || command.output === undefined) continue
      const content = textOf(command.output)
      const { line } = command.output
      if (isKnownAs(command.program, 'editor')) {
        command.output = undefined
        command.content = content
      }
      return { content, line }
    }
  }
  return undefined
}

const textOf = ({ lines }: ExpectedOutput): string => `${lines.join('\n').trim()}\n`

/** Objects without a name of their own, in the same step or the one before or after it. */
function takeManifest(steps: readonly Step[], at: number): Content | undefined {
  for (const near of [at, at - 1, at + 1]) {
    const actions = steps[near]?.actions ?? []
    const index = actions.findIndex((a) => a.kind === 'manifest' && a.content === 'objects')
    if (index < 0) continue
    const [{ text, line }] = actions.splice(index, 1) as [Extract<Action, { kind: 'manifest' }>]
    return { content: text, line }
  }
  return undefined
}
