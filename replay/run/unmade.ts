// Objects and kinds that a command asks for and nothing of the document makes: its author's cluster had them.
import { resourceNamed } from '../claims/kinds.ts'
import { changesNothing } from '../command-kinds.ts'
import type { CommandLine } from '../command-line.ts'
import type { Reason } from '../reason.ts'
import { madeByHand } from './made-by-hand.ts'

const notFound = /^(?:Error from server|error) ?\(NotFound\): ([\w.-]+) "([^"]{1,253})" not found/m
const noMatch = /no matches for kind "([^"]{1,253})" in version "/
const noFile =
  /^(?:cat|grep|tar|cp|mv|jq|yq|head|tail|wc|sed|awk|diff|stat|ls): (?:cannot \w+ )?'?((?!\/)[^\s':*]{1,253})'?: (?:Cannot open: |ENOENT: )?no such file or directory/im
/** `kubectl get pods`, of one kind and without names. */
const listed =
  /^(?:kubectl|k|kc)\s+(?:-n[= ]?\S+\s+|--namespace[= ]\S+\s+)?get\s+([a-z.]+)(?:\s+(?:-o\s*wide|-n[= ]?\S+|--namespace[= ]\S+|--show-labels|-l[= ]?\S+))*\s*$/
/** Names that a cluster has by itself. */
const ofCluster =
  /^(?:kube|system|kind|coredns|etcd|127\.|minikube|default$)|(?:worker|control-plane|master)\d*$/
const noKind = /the server doesn't have a resource type "([^"]{1,253})"/

interface Typed {
  command: CommandLine
  line: number
  stdout: string
  exitCode: number
}

/** What has been done so far. */
export interface Doings {
  commands: readonly Typed[]
  /** Lines of commands that asked for what nothing makes. */
  unmade: ReadonlySet<number>
  /** Files and objects that the document gives to commands. */
  given: readonly string[]
  /** What it shows besides. */
  blocks: readonly { text: string; line: number }[]
}

/** Of what nobody made: in words, and as a code. */
export interface Unmade {
  message: string
  reason: Reason
}

/** Why a command found nothing: nobody made it. Undefined where something of the document may have, or a cluster has it by itself. */
export function unmade(stderr: string, doings: Doings): Unmade | undefined {
  return unmadeKind(stderr, doings) ?? unmadeObject(stderr, doings) ?? unmadeFile(stderr, doings)
}

function unmadeKind(stderr: string, doings: Doings): Unmade | undefined {
  const match = noKind.exec(stderr) ?? noMatch.exec(stderr)
  const kind = match?.[1]
  if (kind === undefined || resourceNamed(kind) !== undefined) return undefined
  const definitions = textsOf(doings).filter((text) => text.includes('CustomResourceDefinition'))
  if (definitions.some((text) => holds(text, kind.split('.', 1)[0]!))) return undefined
  return {
    message: `no release has a kind "${kind}", and nothing that the document does defines it${shownAt(kind, doings)}`,
    reason: { code: 'object not made' },
  }
}

function unmadeObject(stderr: string, doings: Doings): Unmade | undefined {
  const [, resource = '', name = ''] = notFound.exec(stderr) ?? []
  if (!madeByHand.has(resource) || ofCluster.test(name)) return undefined
  if (stems(name).some((stem) => mentioned(stem, doings))) return undefined
  return {
    message: `there is no ${resourceNamed(resource)!.kind} "${name}", and nothing that the document does makes it${shownAt(name, doings)}`,
    reason: { code: 'object not made' },
  }
}

/** A relative path, or one in the author's home. */
function unmadeFile(stderr: string, doings: Doings): Unmade | undefined {
  const [, path] = noFile.exec(stderr) ?? []
  if (path === undefined || mentioned(path.slice(path.lastIndexOf('/') + 1), doings)) return undefined
  return {
    message: `there is no ${path}, and nothing that the document does writes it`,
    reason: { code: 'file not written' },
  }
}

/** Of a table of objects that nobody made, where there are none. */
export function unmadeRows(
  command: string,
  printed: string,
  shown: readonly string[],
  doings: Doings,
): Unmade | undefined {
  const [, word = ''] = listed.exec(command) ?? []
  const { resource = '', kind = '' } = resourceNamed(word) ?? {}
  const [head = '', ...rows] = shown.filter((line) => line.trim() !== '')
  if (!/^No resources found/m.test(printed) || !madeByHand.has(resource) || !/^\s*NAME\s/.test(head))
    return undefined
  const names = rows.flatMap((row) => /^\s*([a-z0-9][\w.-]*)/.exec(row)?.[1] ?? [])
  const own = names.some(
    (name) => ofCluster.test(name) || stems(name).some((stem) => mentioned(stem, doings)),
  )
  if (names.length === 0 || own) return undefined
  return {
    message: `there is no ${kind} "${names[0]}", and nothing that the document does makes it`,
    reason: { code: 'object not made' },
  }
}

/** `web-5d4f-x` and what it may be one of: `web-5d4f`, `web`. */
const stems = (name: string): string[] =>
  name.split(/[-.]/).map((_part, count, parts) => parts.slice(0, count + 1).join('-'))

/** Whether something done so far speaks of it: a command that changes something, or what one printed. */
const mentioned = (word: string, doings: Doings): boolean => textsOf(doings).some((text) => holds(text, word))

function textsOf({ commands, given, unmade }: Doings): string[] {
  const done = commands.filter(({ line }) => !unmade.has(line))
  const texts = done.flatMap(({ command, stdout }) =>
    changesNothing(command) ? [stdout] : [command.text, stdout],
  )
  return [...texts, ...given]
}

function shownAt(word: string, { blocks }: Doings): string {
  const block = blocks.find(({ text }) => holds(text, word))
  return block === undefined ? '' : `; the block at line ${block.line} shows it, and nothing applies that`
}

const holds = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')) return true
  return false
}
