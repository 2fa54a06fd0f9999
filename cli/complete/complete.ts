// kepsim __complete SHELL WORD…: what the last word may become. The scripts of shell-scripts.ts ask it.
import {
  type ComponentName,
  componentNames,
  flagDefinitions,
} from '../../component-base/flags/flag-definitions.ts'
import { loadRelease } from '../../component-base/release.ts'
import type { CommandEntry } from '../command.ts'
import type { CommandShape, FlagShape } from './shape.ts'
import { shapeOfCtl, shapeOfFlags, shapeOfLine, shapeOfTree } from './shape.ts'
import { type Offer, offerOf } from './values.ts'

/** A word that may stand there, and what it is. */
export interface Candidate {
  word: string
  about: string
}

/** What may stand in place of the word that is typed. */
export interface Completion {
  candidates: readonly Candidate[]
  /** What the shell adds by itself. */
  also: Offer['also']
}

type Commands = Readonly<Record<string, CommandEntry>>

const nothing: CommandShape = { flags: [], below: {}, words: [] }

/** The answer for a shell, line by line; exit code 0 whatever was typed. */
export async function run([shell = '', ...given]: readonly string[], commands: Commands): Promise<number> {
  const words = shell === 'powershell' ? [...given.slice(0, -1), (given.at(-1) ?? '').slice(1)] : given
  const { candidates, also } = await complete(shell === 'bash' ? joined(words) : words, commands)
  const current = shell === 'bash' ? (joined(words).at(-1) ?? '') : ''
  const cut = Math.max(current.lastIndexOf('='), current.lastIndexOf(':')) + 1
  for (const { word, about } of candidates)
    process.stdout.write(`${word.slice(cut)}${about === '' ? '' : `\t${about.replaceAll(/\s+/g, ' ')}`}\n`)
  process.stdout.write(`:${also}\n`)
  return 0
}

/** Bash makes words of `=` and `:`, which belong to those around them. */
export function joined(words: readonly string[]): string[] {
  const out: string[] = []
  let open = false
  for (const word of words) {
    const glue = /^[=:]+$/.test(word)
    if ((glue || open) && out.length > 0) out[out.length - 1] += word
    else out.push(word)
    open = glue
  }
  return out
}

/** What the last word may become. @param words those after `kepsim`, the last one as far as it is typed */
export async function complete(words: readonly string[], commands: Commands): Promise<Completion> {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const found = await candidatesFor(before, typed, commands)
  return { ...found, candidates: found.candidates.filter(({ word }) => word.startsWith(typed)) }
}

const of = (entries: Iterable<readonly [string, { about: string }]>): Candidate[] =>
  [...entries].map(([word, { about }]) => ({ word, about }))

async function candidatesFor(
  before: readonly string[],
  typed: string,
  commands: Commands,
): Promise<Completion> {
  const [name, ...rest] = before[0] === 'help' ? before.slice(1) : before
  if (name === undefined) {
    const more = ['help', 'version', '--help', '--version'].map((word) => ({ word, about: '' }))
    const all = before[0] === 'help' ? [] : more
    return { candidates: [...of(Object.entries(commands)), ...all], also: 'none' }
  }
  return within(await shapeOf(name, rest, commands), rest, typed)
}

/** The shape of a command. @param args its arguments, whose release tells which flags there are */
async function shapeOf(name: string, args: readonly string[], commands: Commands): Promise<CommandShape> {
  const line = await commands[name]?.line?.()
  if (line !== undefined) return shapeOfLine(line)
  const component = componentNames.find((one) => one === name)
  if (component !== undefined) return shapeOfComponent(component, args)
  if (name === 'kubectl') {
    const [{ root }, { definitionsOf }] = await Promise.all([
      import('../../kubectl/command-tree.ts'),
      import('../../kubectl/flags/read-flags.ts'),
    ])
    return shapeOfTree(root, (path) => definitionsOf(path))
  }
  if (name !== 'etcdctl' && name !== 'etcdutl') return nothing
  const { etcdctl, etcdutl } = await import('../../etcdctl/commands/table.ts')
  return shapeOfCtl(name === 'etcdctl' ? etcdctl : etcdutl)
}

async function shapeOfComponent(component: ComponentName, args: readonly string[]): Promise<CommandShape> {
  const { ownFlags, peekFlag } = await import('../../server/options/own-flags.ts')
  const own =
    component === 'kube-apiserver'
      ? ownFlags
      : ownFlags.filter(({ name }) => ['release', 'plan'].includes(name))
  const flags = [...flagDefinitions(minorOf(peekFlag(args, 'release')), component), ...own]
  if (component !== 'kube-proxy') return shapeOfFlags(flags)
  const below = (about: string, more: CommandShape['below'] = {}) => ({ ...nothing, below: more, about })
  return shapeOfFlags(flags, {
    rules: below('print or compare the rules that a release programs', {
      trace: below('send packets through the rules'),
    }),
    config: below('compare and convert configuration files', {
      diff: { ...below('what two files make kube-proxy do otherwise'), words: ['file...'] },
      convert: { ...below('write a file in another version'), words: ['file'] },
    }),
  })
}

/** The minor release that is named, or the newest: also where it is none yet. */
function minorOf(release: string | undefined): string {
  try {
    return loadRelease(release).facts
  } catch {
    return loadRelease().facts
  }
}

const flagOf = (shape: CommandShape, word: string): FlagShape | undefined =>
  shape.flags.find(({ name, short }) => word === `--${name}` || (short !== undefined && word === `-${short}`))

/** Down to the subcommand, past flags and their values. */
async function within(shape: CommandShape, before: readonly string[], typed: string): Promise<Completion> {
  let at = shape
  let waiting: FlagShape | undefined
  let words = 0
  for (const word of before) {
    if (waiting !== undefined) waiting = undefined
    else if (word.startsWith('-')) {
      const flag = flagOf(at, word)
      if (flag?.value !== undefined) waiting = flag
    } else if (words === 0 && Object.hasOwn(at.below, word)) at = at.below[word]!
    else words++
  }
  if (waiting !== undefined) return valueFor(waiting, typed, '')
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? []
  const flag = name === undefined ? undefined : flagOf(at, name)
  if (flag !== undefined) return valueFor(flag, value ?? '', `${name}=`)
  if (typed.startsWith('-')) return { candidates: flagCandidates(at), also: 'none' }
  return argument(at, words, typed)
}

const flagCandidates = ({ flags }: CommandShape): Candidate[] =>
  flags.map(({ name, about }) => ({ word: `--${name}`, about }))

async function valueFor(flag: FlagShape, typed: string, prefix: string): Promise<Completion> {
  const { words, also } =
    flag.choices === undefined
      ? await offerOf(flag.value ?? '', typed)
      : ({ words: flag.choices, also: 'none' } as const)
  return { candidates: words.map((word) => ({ word: `${prefix}${word}`, about: '' })), also }
}

async function argument(shape: CommandShape, at: number, typed: string): Promise<Completion> {
  const last = shape.words.at(-1)
  const kind = shape.words[at] ?? (last?.endsWith('...') ? last : undefined)
  const { words, also } =
    kind === undefined ? ({ words: [], also: 'none' } as const) : await offerOf(kind, typed)
  const verbs = at === 0 ? of(Object.entries(shape.below)) : []
  return { candidates: [...verbs, ...words.map((word) => ({ word, about: '' }))], also }
}
