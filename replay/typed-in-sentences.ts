// Commands that single sentences of a paragraph have their reader type: "`kubectl uncordon a`. The node is schedulable again.",
// "`kubectl drain a` fails, as …", "Create a PV (`kubectl create -f pv.yaml`):", "Set it with `kubectl patch …`."
import { sentencesOf } from './claims/sentence.ts'
import { statesSomething } from './claims/states-something.ts'
import { changesNothing } from './command-kinds.ts'
import { commandLine } from './command-line.ts'
import { filesRead } from './files-read.ts'
import { clausesOf } from './instructions/clauses.ts'
import { onlyAsks, verbAt } from './instructions/verbs.ts'
import { isTold } from './programs/in-sentences.ts'

/** What is said, or typed, in a paragraph, with its line there, from 0. */
export type ParagraphPart =
  | { kind: 'said'; text: string; at: number }
  | { kind: 'typed'; command: string; at: number }

const code = String.raw`(?:\`\`(?<long>[^\n]{4,600}?)\`\`|\`(?<short>[^\`]{4,600})\`)`
const bare = new RegExp(
  `^(?:(?:then|next|now|and|finally|again|first)\\b,?\\s+)*(?:(?:we\\s+|please\\s+)?(?:re-?)?(?:run|execute|type|enter|issue|ran|executed)(?:\\s+the command)?:?\\s+)?${code}\\s?(?:again|once more)?\\s?[.:;]?$`,
  'i',
)
/** What a command does, said of one that was typed; what it would do is another matter. */
const does = String.raw`(?:(?:now|then|still|also|again|should|must|will|immediately)\s+)*(?:fails?|succeeds?|works?|is\s+(?:now\s+|still\s+|again\s+)*(?:refused|rejected|denied|forbidden|accepted|allowed)|removes?|deletes?|creates?|adds?|makes?|scales?|sets?|drains?|evicts?|hangs?|times?\s+out|restarts?|labels|marks|cordons|brings|ends?|prints?|answers?|outputs?|returns?|gives?|shows?|lists?|reports?|displays?)\b`
const subject = new RegExp(`^(?:(?:then|next|now|and|finally|again|but)\\b,?\\s+)*${code}\\s+${does}`, 'i')
const asked = new RegExp(
  `^${code}\\s+(?:now\\s+|then\\s+)?(?:prints?|answers?|outputs?|returns?|gives?|shows?)$`,
  'i',
)
/** "(`kubectl create -f pv.yaml`)" at the end. */
const beside = new RegExp(
  String.raw`^(?<told>[^\`]{3,200}(?:\`[^\`]{1,80}\`[^\`]{0,80}){0,3}?)\s+\((?:(?:via|by|with|using|run)\s+)?${code}\)(?<end>\s?[.:,]?[^\`]{0,80})$`,
  'i',
)
/** "… with `kubectl patch …`." */
const by = new RegExp(
  String.raw`^(?<told>[^\`]{3,160}(?:\`[^\`]{1,80}\`[^\`]{0,80}){0,3}?)\s+(?:with|using|via|by\s+(?:running|executing|using))\s+(?:the\s+command\s+)?${code}(?<end>\s?[.:]?)$`,
  'i',
)

/** Of a sentence that names the means of each thing: "Create a Job with `kubectl create …` and a Pod with `kubectl run …`." */
const eachBy = new RegExp(
  String.raw`\s(?:with|using|via|by\s+(?:running|executing|using))\s+(?:the\s+command\s+)?${code}`,
  'gi',
)
const mostMeans = 8

/** "After the upgrade (`git checkout …`) the field is still set." */
const after = new RegExp(
  String.raw`^(?<told>(?:and\s+|then\s+)?(?:after|with|following|by)\s(?:[^\`.;:]|\.(?=\d)){3,120}?)\s+\(${code}\)(?<end>[,:]?(?:\s.*)?)$`,
  'is',
)

/** "Upgrade: `git checkout v1.32.2 && hack/local-up-cluster.sh`." */
const labelled = new RegExp(String.raw`^(?<told>(?:[A-Z][\w-]*)(?:\s[\w-]+){0,4}:)\s+${code}\s?\.?$`)
const isSeries = (command: string): boolean => /\s&&\s|^[A-Z_]+=\S+\s/.test(command)

const inCode = ({ groups }: RegExpExecArray | RegExpMatchArray): string =>
  (groups!['long'] ?? groups!['short'])!.replace(/^\$\s/, '').trim()

/**
 * The parts of a paragraph in which sentences have something typed; undefined where none has.
 * @param below commands of the block below it, which are typed there
 */
export function typedInSentences(
  raw: string,
  below: readonly string[],
  shown: boolean,
): ParagraphPart[] | undefined {
  const parts: ParagraphPart[] = []
  let found = false
  for (const { text, line: at } of sentencesOf(raw, 0)) {
    const own = partsOf(text, at, below, shown)
    found ||= own.some(({ kind }) => kind === 'typed')
    const last = parts.at(-1)
    for (const part of own)
      if (part.kind === 'said' && last?.kind === 'said' && part === own[0])
        parts[parts.length - 1] = { ...last, text: joined(last, part) }
      else parts.push(part)
  }
  return found ? parts : undefined
}

/** On lines of their own, as the document has them. */
const joined = (last: { text: string; at: number }, { text, at }: { text: string; at: number }): string => {
  const lines = last.text.split('\n').length - 1
  return last.text + (at > last.at + lines ? '\n'.repeat(at - last.at - lines) : ' ') + text
}

/** A sentence that fits one of the shapes. */
interface Typed {
  command: string
  /** It changes something, and is no look at it. */
  acts: boolean
  told: string
  end: string
}

/** "Remove `a` with `kubectl …`; three Pods run again": what is so once the first part is done. */
const thenSo =
  /^([^`;]{0,200}(?:`[^`;]{1,80}`[^`;:]{0,80}){0,3}?`[^`]*`[^`;:]{0,3}?)(?:;\s+(?:then\s+)?|,\s+and\s+)(\S.*)$/s

function partsOf(text: string, at: number, below: readonly string[], shown: boolean): ParagraphPart[] {
  const [, first = '', then = ''] = thenSo.exec(text) ?? []
  if (then !== '' && verbAt(then) === undefined && statesSomething(then)) {
    const own = partsOf(`${first}.`, at, below, shown)
    const { kind } = own.at(-1)!
    if (kind === 'typed') return [...own, { kind: 'said', text: then, at }]
  }
  const saying = (words: string): ParagraphPart => ({ kind: 'said', text: words, at })
  const typing = ({ command }: Pick<Typed, 'command'>): ParagraphPart => ({ kind: 'typed', command, at })
  const fitting = (shape: RegExp): Typed | undefined => {
    const found = shape.exec(text)
    const command = found === null ? '' : inCode(found)
    if (found === null || !isTyped(command) || below.includes(command)) return undefined
    const { told = '', end = '' } = found.groups!
    return { command, acts: !changesNothing(commandLine(command)), told, end }
  }
  const only = fitting(bare)
  if (only !== undefined) return [typing(only)]
  const ran = fitting(subject)
  const isAsked = asked.test(text)
  // What only looks is run where its sentence is judged.
  if (ran !== undefined && (ran.acts || (shown && isAsked)))
    return isAsked ? [typing(ran)] : [typing(ran), saying(text)]
  const label = fitting(labelled)
  if (label !== undefined && isSeries(label.command)) return [saying(label.told), typing(label)]
  const moved = fitting(after)
  if (moved?.acts) return [typing(moved), saying(moved.told + moved.end.replace(/^\s/, ', '))]
  const several = meansOfEach(text, below)
  if (several !== undefined)
    return [saying(several.told), ...several.commands.map((command) => typing({ command }))]
  const means = [beside, by].map(fitting).find((one) => one?.acts && isAct(one.told))
  if (means === undefined) return [saying(text)]
  // The block below may be the file that the command reads.
  const files = filesRead(commandLine(means.command)).map((file) => ` (\`${file}\`)`)
  return [saying(`${means.told}${files.join('')}${/\w/.test(means.end) ? means.end : ':'}`), typing(means)]
}

/** The commands of a sentence of which each does one of the things that it tells, and the sentence without them. */
function meansOfEach(
  text: string,
  below: readonly string[],
): { told: string; commands: string[] } | undefined {
  const found = [...text.matchAll(eachBy)]
  if (found.length < 2 || found.length > mostMeans) return undefined
  const commands = found.map(inCode)
  const areTyped = commands.every(
    (one) => isTyped(one) && !below.includes(one) && !changesNothing(commandLine(one)),
  )
  const told = text.replace(eachBy, '').replace(/\s?[.:]?$/, ':')
  // Another command in it may be what the rest is about.
  return areTyped && !/`[^`]*\s[^`]*`/.test(told) && isAct(told) ? { told, commands } : undefined
}

/** A whole command, without an option that lacks its value, and nothing to fill in. */
const isTyped = (command: string): boolean =>
  isTold(command) &&
  isWhole(command) &&
  !/\s-(?:[fnlok]|-filename|-name|-namespace|-selector|-output)$/.test(command) &&
  !/<[a-z][^>]*>|\.{3}|…/i.test(command)

/** A command rather than the name of one. */
const isWhole = (command: string): boolean =>
  !/^(?:kubectl|k)\s/.test(command) ||
  (command.match(/\s\S+/g) ?? []).length >
    (/^\S+\s+(?:rollout|config|auth|create|set|top|certificate|plugin)\b/.test(command) ? 2 : 1)

/** Whether a sentence has something done, rather than looked at. */
function isAct(told: string): boolean {
  const clauses = clausesOf(told)
  return clauses.length > 0 && clauses.every(({ verb }) => !onlyAsks(verb))
}
