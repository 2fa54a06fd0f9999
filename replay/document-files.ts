// Files that the commands of a document read and that the document shows elsewhere: in a block after the command, in a block
// without a name, or as what `cat` prints.

import type { ExpectedOutput } from './script.ts'
import { baseName } from './shell-words.ts'
import type { Action, Step } from './step.ts'

const readers = /(?:^|\s)(?:-f|--filename|--config|--patch-file)[ =]["']?(?![-<"'])([^\s"'|;&<>)]+)/g
const viewers =
  /^\s*(?:sudo\s+)?(?:cat|vi|vim|nano|less|more)\s+([\w./~-]+\.(?:ya?ml|json|conf|toml|env))\s*$/
const editors = /^\s*(?:sudo\s+)?(?:vi|vim|nano)\s/

/** Files of components and web pages are not the document's to give. */
const isForeign = (path: string): boolean => /^(?:https?:|\/etc\/|\/var\/|\/run\/|\$|-$)/.test(path)

/** The files that a command reads, as it names them. */
export function filesRead(command: string): string[] {
  const named = [...command.matchAll(readers)].map((match) => match[1]!)
  const shown = fileShown(command)
  const looksLikeFile = (path: string): boolean => /[/.]/.test(path) && !isForeign(path)
  return (shown === undefined ? named : [...named, shown]).filter(looksLikeFile)
}

/** The file that a command does no more than show. */
export const fileShown = (command: string): string | undefined => viewers.exec(command.trim())?.[1]

const writes = (command: string, name: string): boolean =>
  command.includes(name) &&
  new RegExp(
    `(?:>\\s*\\S*|\\btee\\s[^|;]*|\\b(?:cp|mv|touch|curl|wget)\\s[^|;]*|--write-config-to[ =]\\S*)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  ).test(command)

/** Puts each file that a command needs before that command, under the name that the command has for it. */
export function supplyFiles(steps: readonly Step[]): void {
  const written = new Set<string>()
  for (const [at, step] of steps.entries()) {
    for (let i = 0; i < step.actions.length; i++) {
      const action = step.actions[i]!
      if (action.kind === 'file') written.add(baseName(action.name))
      if (action.kind !== 'command') continue
      for (const path of filesRead(action.command.text)) {
        const name = baseName(path)
        if (written.has(name) || writes(action.command.text, name)) continue
        written.add(name)
        const found = takeFile(steps, at, name) ?? shownFile(steps, name) ?? takeManifest(steps, at)
        if (found !== undefined) {
          const index = step.actions.indexOf(action)
          step.actions.splice(index, 0, { kind: 'file', name: path, ...found })
          i = index + 1
        }
      }
      for (const name of [...action.command.text.matchAll(/[\w.-]+\.(?:ya?ml|json)\b/g)].map(
        ([word]) => word,
      ))
        if (writes(action.command.text, name)) written.add(name)
    }
  }
}

type Content = { content: string; line: number }

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
      const shown = viewers.exec(command.text.trim())?.[1]
      if (shown === undefined || baseName(shown) !== name || command.output === undefined) continue
      const content = textOf(command.output)
      const { line } = command.output
      if (editors.test(command.text)) command.output = undefined
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
