// The files that a command reads, by the options and programs that read files.
import { programNamed } from './programs/programs.ts'
import { programOf } from './shell-words.ts'

const value = /[ =]\s*["']?(?![-<"'@])([^\s"'|;&<>)]+)/.source
const option = (names: string): RegExp => new RegExp(`(?<=\\s)(?:${names})${value}`, 'g')

const ofClient = option('-[AR]*f|--filename|--patch-file|--config|--from-env-file')
const fromFile = /(?<=\s)--from-file[ =]["']?(?:[\w.-]+=)?([^\s"'|;&<>)=]+)/g
const ofTool = option('--config|--config-file|--patches')
const ofValues = option('-f|--values')
const data = /(?<=\s)(?:-d|--data(?:-binary|-raw)?|-T|--upload-file)[ =]?["']?@([^\s"'|;&<>)]+)/g
const redirected = /(?<![<&\d])<[ \t]*([\w./~-]+)/g
/** By what a program reads. */
const optionsWithFiles = {
  manifests: [ofClient, fromFile],
  config: [ofTool],
  values: [ofValues],
  data: [data],
  named: [],
  none: [],
}
/** What a program is given as its last words, with an ending that only files have. */
const given =
  /(?<=\s)["']?((?:~?[\w.-]*\/)*[\w.-]+\.(?:ya?ml|json|conf|toml|env|sh|tpl|txt|jq))["']?(?=[\s)]|$)/g

const viewers =
  /^\s*(?:sudo\s+)?(?:cat|vi|vim|nano|less|more)\s+([\w./~-]+\.(?:ya?ml|json|conf|toml|env|sh|txt|tpl))\s*$/

/** Files of components and web pages are not the document's to give. */
const isForeign = (path: string): boolean =>
  /^(?:https?:|\/etc\/|\/var\/|\/run\/|\/proc\/|\/sys\/|\/dev\/|\/tmp\/local-up-cluster\.|\$|-$)/.test(path)

/** A name that only a file has: with a directory or an ending, and not a directory itself. */
const isFile = (path: string): boolean =>
  /[/.]/.test(path) && !/^\.{0,2}\/?$|\/$/.test(path) && !isForeign(path)

/** The files that a command reads, as it names them. */
export function filesRead(command: string): string[] {
  const head = command.includes('<<') ? command.split('\n')[0]! : command
  const found = head
    .replace(/\n(?=[ \t]*-)/g, ' ')
    .split(/[|;\n]|&&|\$\(|<\(/)
    .flatMap(readBy)
  const shown = fileShown(command)
  const all = shown === undefined ? found : [...found, shown]
  return [...new Set(all)].filter(isFile)
}

/** @param part one program with its arguments */
function readBy(part: string): string[] {
  const program = programOf(part.trim())
  // Every component of Kubernetes takes a configuration file.
  const files = programNamed(program)?.files ?? (/^kube-[\w-]+$/.test(program) ? 'config' : 'none')
  const talks = files === 'manifests' && /\s(?:logs|exec|attach|port-forward|debug)\s/.test(part)
  const shapes = [redirected, ...(talks ? [] : optionsWithFiles[files])]
  const own = files === 'named' ? takenBy(part, program) : []
  const script = /^\s*(\.\/[\w./-]+\.sh)(?:\s|$)/.exec(part)?.[1]
  const named = shapes.flatMap((shape) => [...part.matchAll(shape)].flatMap((match) => match[1]!.split(',')))
  return [...named, ...own, ...(script === undefined ? [] : [script])]
}

function takenBy(part: string, program: string): string[] {
  const words = [...part.replace(/>{1,2}\s*\S+/g, '').matchAll(given)].map((match) => match[1]!)
  // The last word of these is what they write.
  return program === 'cp' || program === 'mv' ? words.slice(0, -1) : words
}

/** The file that a command does no more than show. */
export const fileShown = (command: string): string | undefined => viewers.exec(command.trim())?.[1]

/** A word without the quotes and brackets that close after it. */
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 0 && /["')]/.test(word[end - 1]!)) end--
  return word.slice(0, end)
}

/** Whether a command writes a file of that base name. */
export function writesFile(command: string, name: string): boolean {
  if (!command.includes(name)) return false
  return command.split(/[|;\n]|&&/).some((part) => {
    const words = part.replaceAll('>', ' > ').trim().split(/\s+/)
    const writer = /^(?:tee|cp|mv|touch|curl|wget)$/.test(programOf(part.trim()))
    return words.some(
      (word, at) =>
        withoutEnd(word).endsWith(name) &&
        (writer ||
          words[at - 1] === '>' ||
          /^--write-config-to(?:=|$)/.test(word.includes('=') ? word : (words[at - 1] ?? ''))),
    )
  })
}
