// Commands that single sentences of a paragraph have their reader type: "`kubectl uncordon a`. The node is schedulable again.",
// "`kubectl drain a` fails, as …", "Create a PV (`kubectl create -f pv.yaml`):", "Set it with `kubectl patch …`."
import { sentencesOf } from './claims/sentence.ts'
import { changesNothing } from './command-kinds.ts'
import { commandLine } from './command-line.ts'
import { filesRead } from './files-read.ts'
import { clausesOf } from './instructions/clauses.ts'
import { onlyAsks } from './instructions/verbs.ts'
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
const means = new RegExp(
  String.raw`^(?<told>[^\`]{3,160}(?:\`[^\`]{1,80}\`[^\`]{0,80}){0,3}?)\s+(?:with|using|via|by\s+(?:running|executing|using))\s+(?:the\s+command\s+)?${code}(?<end>\s?[.:]?)$`,
  'i',
)

/** "After the upgrade (`git checkout …`) the field is still set." */
const after = new RegExp(
  String.raw`^(?<told>(?:and\s+|then\s+)?(?:after|with|following|by)\s(?:[^\`.;:]|\.(?=\d)){3,120}?)\s+\(${code}\)(?<end>[,:]?(?:\s.*)?)$`,
  'is',
)

/** "Upgrade: `git checkout v1.32.2 && hack/local-up-cluster.sh`." */
const labelled = new RegExp(String.raw`^(?<told>(?:[A-Z][\w-]*)(?:\s[\w-]+){0,4}:)\s+${code}\s?\.?$`)
const isSeries = (command: string): boolean => /\s&&\s|^[A-Z_]+=\S+\s/.test(command)

const inCode = ({ groups }: RegExpExecArray): string =>
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

function partsOf(text: string, at: number, below: readonly string[], shown: boolean): ParagraphPart[] {
  const said: ParagraphPart = { kind: 'said', text, at }
  const typed = (command: string): ParagraphPart => ({ kind: 'typed', command, at })
  const isTyped = (command: string): boolean =>
    isTold(command) &&
    isWhole(command) &&
    !/\s-(?:[fnlok]|-filename|-name|-namespace|-selector|-output)$/.test(command) &&
    !/<[a-z][^>]*>|\.{3}|…/i.test(command) &&
    !below.includes(command)
  const only = bare.exec(text)
  if (only !== null && isTyped(inCode(only))) return [typed(inCode(only))]
  const ran = subject.exec(text)
  // What only looks is run where its sentence is judged.
  if (
    ran !== null &&
    isTyped(inCode(ran)) &&
    (!changesNothing(commandLine(inCode(ran))) || (shown && asked.test(text)))
  )
    return asked.test(text) ? [typed(inCode(ran))] : [typed(inCode(ran)), said]
  const label = labelled.exec(text)
  if (label !== null && isTyped(inCode(label)) && isSeries(inCode(label)))
    return [{ ...said, text: label.groups!['told']! }, typed(inCode(label))]
  const moved = after.exec(text)
  if (moved !== null && isTyped(inCode(moved)) && !changesNothing(commandLine(inCode(moved)))) {
    const { told: words, end } = moved.groups as Record<'told' | 'end', string>
    return [typed(inCode(moved)), { ...said, text: words + end.replace(/^\s/, ', ') }]
  }
  for (const shape of [beside, means]) {
    const told = shape.exec(text)
    if (told === null || !isTyped(inCode(told)) || !isAct(told.groups!['told']!, inCode(told))) continue
    const { told: words, end } = told.groups as Record<'told' | 'end', string>
    // The block below may be the file that the command reads.
    const files = filesRead(commandLine(inCode(told))).map((file) => ` (\`${file}\`)`)
    const short = `${words}${files.join('')}${/\w/.test(end) ? end : ':'}`
    return [{ ...said, text: short }, typed(inCode(told))]
  }
  return [said]
}

/** A command rather than the name of one. */
const isWhole = (command: string): boolean =>
  !/^(?:kubectl|k)\s/.test(command) ||
  (command.match(/\s\S+/g) ?? []).length >
    (/^\S+\s+(?:rollout|config|auth|create|set|top|certificate|plugin)\b/.test(command) ? 2 : 1)

/** Whether a sentence has something done, which the command beside it does. */
function isAct(told: string, command: string): boolean {
  const clauses = clausesOf(told)
  return (
    clauses.length > 0 &&
    clauses.every(({ verb }) => !onlyAsks(verb)) &&
    !changesNothing(commandLine(command))
  )
}
