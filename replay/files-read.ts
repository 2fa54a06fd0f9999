// The files that a command reads, by the options and programs that read files.
import type { CommandLine } from './command-line.ts'
import { isKnownAs, programNamed } from './programs/programs.ts'
import type { SimpleCommand } from './simple-command.ts'

/** Options whose value names files, each with what stands in the value before the path. */
interface Options {
  names: RegExp
  path: RegExp
}

/** Where a word begins, or its quoted text. */
const plain = /^["']?(?![-<"'@])([^\s"'|;&<>)]+)/
const ofClient: Options = {
  names: /^(?:-[AR]*f|--filename|--patch-file|--config|--from-env-file)$/,
  path: plain,
}
const fromFile: Options = { names: /^--from-file$/, path: /^["']?(?:[\w.-]+=)?([^\s"'|;&<>)=]+)/ }
const ofTool: Options = { names: /^(?:--config|--config-file|--patches)$/, path: plain }
const ofValues: Options = { names: /^(?:-f|--values)$/, path: plain }
const ofData: Options = {
  names: /^(?:-d|--data|--data-binary|--data-raw|-T|--upload-file)$/,
  path: /^["']?@([^\s"'|;&<>)]+)/,
}
/** By what a program reads. */
const optionsWithFiles: Readonly<Record<string, readonly Options[]>> = {
  manifests: [ofClient, fromFile],
  config: [ofTool],
  values: [ofValues],
  data: [ofData],
  named: [],
  none: [],
}
/** What a program is given as its last words, with an ending that only files have. */
const given =
  /(?<=\s)["']?((?:~?[\w.-]*\/)*[\w.-]+\.(?:ya?ml|json|conf|toml|env|sh|tpl|txt|jq))["']?(?=[\s)]|$)/g

const shownFile = /^[\w./~-]+\.(?:ya?ml|json|conf|toml|env|sh|txt|tpl)$/

/** Files of components and web pages are not the document's to give. */
const isForeign = (path: string): boolean =>
  /^(?:https?:|\/etc\/|\/var\/|\/run\/|\/proc\/|\/sys\/|\/dev\/|\/tmp\/local-up-cluster\.|\$|-$)/.test(path)

/** A name that only a file has: with a directory or an ending, and not a directory itself. */
const isFile = (path: string): boolean =>
  /[/.]/.test(path) && !/^\.{0,2}\/?$|\/$/.test(path) && !isForeign(path)

/** The files that a command line reads, as it names them. */
export function filesRead(command: CommandLine): string[] {
  const found = command.commands.flatMap(readBy)
  const shown = fileShown(command)
  const all = shown === undefined ? found : [...found, shown]
  return [...new Set(all)].filter(isFile)
}

function readBy(command: SimpleCommand): string[] {
  const { program, path, words, wrappers, redirections } = command
  // Every component of Kubernetes takes a configuration file.
  const files = programNamed(program)?.files ?? (/^kube-[\w-]+$/.test(program) ? 'config' : 'none')
  const talks = files === 'manifests' && words.slice(0, -1).some((word) => talking.has(word))
  const options = talks ? [] : optionsWithFiles[files]!
  const named = options.flatMap((one) => valuesOf(one, words)).flatMap((value) => value.split(','))
  const redirected = redirections.flatMap(({ operator, target }) =>
    operator === '<' ? (/^[\w./~-]+/.exec(target)?.[0] ?? []) : [],
  )
  // A program of the machine's is no file of the document, wherever the author has it.
  const isScript = programNamed(program) === undefined && wrappers.length === 0
  const script = isScript && /^\.\/[\w./-]+\.sh$/.test(path) ? [path] : []
  return [...redirected, ...named, ...(files === 'named' ? takenBy(command) : []), ...script]
}

const talking = new Set(['logs', 'exec', 'attach', 'port-forward', 'debug'])

/** `-f a.yaml`, `--filename=a.yaml`, `-d@a.json` */
function valueHere(names: RegExp, word: string, next: string | undefined): string | undefined {
  const short = /^-[dT](?=@)/.exec(word)?.[0]
  if (short !== undefined && names.test(short)) return word.slice(short.length)
  const [name = '', ...rest] = word.split('=')
  if (!names.test(name)) return undefined
  return rest.length > 0 ? rest.join('=') : next
}

const valuesOf = ({ names, path }: Options, words: readonly string[]): string[] =>
  words.flatMap((word, at) => path.exec(valueHere(names, word, words[at + 1]) ?? '')?.[1] ?? [])

function takenBy({ program, words }: SimpleCommand): string[] {
  // What is run within a word is a command of its own.
  const own = words.filter((word) => !/[$<>]\(|`/.test(word))
  const found = own.flatMap((word) => [...` ${word}`.matchAll(given)].map((match) => match[1]!))
  // The last word of these is what they write.
  return program === 'cp' || program === 'mv' ? found.slice(0, -1) : found
}

/** The file that a command does no more than show. */
export function fileShown({ commands }: CommandLine): string | undefined {
  const [first, ...others] = commands
  if (first === undefined || others.length > 0 || !isKnownAs(first.program, 'views')) return undefined
  const { words, redirections, assignments, keywords, wrappers } = first
  const bare = [...redirections, ...assignments, ...keywords].length === 0
  const own = wrappers.every((one) => one === 'sudo')
  return bare && own && words.length === 1 && shownFile.test(words[0]!) ? words[0] : undefined
}

/** A word without the quotes and brackets that close after it. */
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 0 && /["')]/.test(word[end - 1]!)) end--
  return word.slice(0, end)
}

/** Whether a command line writes a file of that base name. */
export const writesFile = ({ text, commands }: CommandLine, name: string): boolean =>
  text.includes(name) && commands.some((command) => isWrittenBy(command, name))

function isWrittenBy({ program, words, redirections }: SimpleCommand, name: string): boolean {
  const isIt = (word: string): boolean => {
    const bare = withoutEnd(word)
    return bare.endsWith(name) && !/[\w.-]/.test(bare.charAt(bare.length - name.length - 1))
  }
  if (redirections.some(({ operator, target }) => operator.includes('>') && isIt(target))) return true
  // `kubectl cp pod:/a b -c main` and `docker cp node:/a b`.
  const [verb, , target] = withoutFlags(words)
  if (verb === 'cp' && target !== undefined && !target.includes(':') && isIt(target)) return true
  return words.some(
    (word, at) =>
      (isIt(word) &&
        (isKnownAs(program, 'writes') ||
          (program === 'curl' && isOutput(words, at)) ||
          /^--write-config-to(?:=|$)/.test(word.includes('=') ? word : (words[at - 1] ?? '')))) ||
      writtenWithin(word, isIt),
  )
}

/** Whether a word of curl's names its output; with -O the file is called as in the address. */
const isOutput = (words: readonly string[], at: number): boolean =>
  /^--output=/.test(words[at]!) ||
  /^-\w*o$|^--output$/.test(words[at - 1] ?? '') ||
  (/^["']?https?:/.test(words[at]!) && words.some((word) => /^(?:-\w*O|--remote-name)$/.test(word)))

/** Flags of kubectl and docker that may stand beside `cp`, with a value of their own. */
const valued = /^(?:-[cns]|--(?:cluster|container|context|kubeconfig|namespace|retries|server|user))$/

const withoutFlags = (words: readonly string[]): string[] =>
  words.filter((word, at) => !word.startsWith('-') && !valued.test(words[at - 1] ?? ''))

/** `sh -c "… > file"`: what a shell elsewhere is given. */
const writtenWithin = (word: string, isIt: (word: string) => boolean): boolean =>
  /^["'].*>/s.test(word) && [...word.matchAll(/>+\s*(\S+)/g)].some(([, target]) => isIt(target!))
