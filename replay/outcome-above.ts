// What a sentence above commands says becomes of the last of them: "An unknown value is refused:", "Labels can be changed:".
import type { Claim } from './claims/claim.ts'
import { readClaims } from './claims/read-claims.ts'
import type { Sentence } from './claims/sentence.ts'
import { changesNothing, leavesAll } from './command-kinds.ts'
import { commandLine } from './command-line.ts'
import { announces } from './read-sentence.ts'

/** A claim on how a command ends, and the sentence without what says so. */
export interface OutcomeAbove {
  claim: Claim
  left: string
  /** What else is so then. */
  beside?: Claim
  /** Why it is so, or while what, is not read: the sentence is not read as a whole. */
  unread?: true
}

const adverbs = String.raw`(?:(?:now|still|again|then|also|only|therefore|thus|already|just|immediately|indeed|simply)\s+)*`
const takes =
  'created|changed|accepted|admitted|allowed|granted|permitted|updated|added|removed|deleted|made|set|modified|scaled|possible|patched|edited|labell?ed|used|applied'
const refused = 'refused|rejected|denied|forbidden|disallowed|prohibited|declined'
/** Who refuses, and with what: said of the answer, not of what is there then. */
const byWhom =
  "by (?:the )?(?:api )?(?:server['’]s validation|server|validation)|by (?:the )?admission(?: control| plugins?)?|with (?:an?|the following|this) (?:validation )?error"
const tail = String.raw`(?<tail>(?:\s+(?:as well|too|again|nevertheless|nonetheless|all the same|any\s?more|any longer|either|now|then|${byWhom}|by this release|in this release|by this version|afterwards|at once|there|in (?:the )?(?:namespace \`[^\`]{1,63}\`|\`[^\`]{1,63}\`(?: namespace)?))|,\s+with (?:a|this|the following) warning)*)\s*:\s*$`
const ofOutcome = new RegExp(String.raw`\b(?:nevertheless|nonetheless|all the same|either|${byWhom})\b`, 'i')
const shapes: readonly (readonly [RegExp, fails: boolean])[] = [
  [new RegExp(String.raw`\b(?:is|are|was|were|gets?|will be)\s+${adverbs}(?:${refused})${tail}`, 'i'), true],
  [
    new RegExp(
      String.raw`\b(?:cannot|can['’]t|could not|can no longer|can not)\s+${adverbs}(?:be\s+)?${adverbs}(?:${takes})${tail}`,
      'i',
    ),
    true,
  ],
  [
    new RegExp(
      String.raw`\b(?:is|are|was|were)\s+(?:not|no longer)\s+${adverbs}(?:accepted|admitted|allowed|granted|permitted|possible|created)${tail}`,
      'i',
    ),
    true,
  ],
  [new RegExp(String.raw`\b${adverbs}(?:fails?|failed)${tail}`, 'i'), true],
  [
    new RegExp(
      String.raw`\b(?:is|are|was|were|gets?|can|could)\s+${adverbs}(?:be\s+)?${adverbs}(?:${takes})${tail}`,
      'i',
    ),
    false,
  ],
  [new RegExp(String.raw`\b${adverbs}(?:succeeds?|succeeded|works?)${tail}`, 'i'), false],
]
/** "**Step 3: an invalid value is refused.**" */
const boldTitle =
  /^\*\*(?:(?:step|phase|stage|part)\s\d{1,2}\s*[:.–—-]\s*|\d{1,2}[.)]\s+)?([^*]{3,300}?)[.:]?\*\*:?$/i
const joint = /^\W*(?:but|and|however|yet|while|so|now|then)\b,?\s+/i
/** "No other one of such a name can be made:" */
const denied = /^no\s(?:other|further|new|more|second|such)\b/i
/** What is supposed, what is one of several, and whatever begins otherwise than with who or what it is said of. */
const other =
  /^\W*(?:if|when|whenever|until|unless|whether|check|verify|see|wait|after|once|before|both|no|none|neither|not|nothing|only|all|some)\b/i

/** ", as the class allows it:", "while the feature is off:" */
const reasonBehind =
  /,?\s+(?:as(?!\s(?:well|before|expected|usual|intended|follows)\b)|since|because|while|although|even though)\s[^:]{3,160}(?=\s*:\s*$)/i
const whileGate =
  /^,?\s+(?:while|as|since|because)\s+(?:the|this)\s+(?:feature(?:\s+gate)?|gate)\s+is\s+(?:still\s+|now\s+|again\s+|turned\s+)*(on|off|enabled|disabled)(?:\s+again)?\s*$/i

/** "Raising only the limit": what else a command does beside it, it shows itself. */
const onlyThat = /^(\w+ing) only(?=\s)/i
/** What says by itself that a command is refused, whatever is shown of it. */
const surely = new RegExp(String.raw`\b(?:${refused}|cannot|can['’]t|can no longer)\b`, 'i')
const failure = /^(?:[Ee]rror\b|The \w+ "[^"]*" is invalid\b|.*\b(?:forbidden|denied|is invalid|not found)\b)/

/**
 * @param shown what the document shows of their outputs: a Pod that fails is no command that does
 * @param commands below the sentence; the last of them is the one that changes something, or all only look
 */
export function outcomeAbove(
  { text: said, line }: Sentence,
  commands: readonly string[],
  shown: readonly string[],
): OutcomeAbove | undefined {
  const last = commands.at(-1)
  const whole = said.replace(boldTitle, '$1:').replace(joint, '')
  const why = reasonBehind.exec(whole)?.[0] ?? ''
  const text = why === '' ? whole : whole.replace(why, '')
  const isDenied = denied.test(text)
  if (last === undefined || shown.length === 0 || (other.test(text) && !isDenied)) return undefined
  if (listNotThere.test(text))
    return { claim: { kind: 'exit', fails: true, text: said, line }, left: 'It is there:' }
  // A sentence before those that announce the block says it of the block only where nothing else can be meant.
  if (!announces(text)) return outcomeTold({ text: said, line }, commands, shown)
  // What only looks is refused where it shows an error; a Pod that is rejected is shown in a table.
  const looks = changesNothing(commandLine(last))
  if (looks && (isDenied || !shown.some((one) => /^[Ee]rror\b/.test(one)))) return undefined
  if (notThere.test(text) && shown.some((one) => failure.test(one)))
    return { claim: { kind: 'exit', fails: true, text: said, line }, left: 'It is there:' }
  const two = twoOutcomes({ text: said, line }, commands, shown)
  if (two !== undefined || both.test(text)) return two
  if (readClaims({ text: whole, line }).kind === 'claims') return undefined
  for (const [shape, asSaid] of shapes) {
    const found = shape.exec(text)
    if (found === null) continue
    if (isDenied && asSaid) return undefined
    if (!asSaid && /\berror\b/i.test(found.groups!['tail']!)) return undefined
    const fails = asSaid || isDenied
    if (looks && !(fails && surely.test(found[0]))) return undefined
    if (fails && !isDenied && !surely.test(found[0]) && !shown.some((one) => failure.test(one)))
      return undefined
    const left = `${text.slice(0, found.index).replace(denied, 'one').replace(onlyThat, '$1')}is there${found.groups!['tail']!.replace(ofOutcome, '').trimEnd()}:`
    const claim = { kind: 'exit', fails, text: said, line } as const
    const on = whileGate.exec(why)?.[1]
    if (on !== undefined) {
      const enabled = /^(?:on|enabled)$/i.test(on)
      const beside: Claim = { kind: 'gate', enabled, components: [], text: said, line }
      return { claim, left: withoutSupported(left, shown), beside }
    }
    return why === '' ? { claim, left: withoutSupported(left, shown) } : { claim, left: said, unread: true }
  }
  return undefined
}

const taken = String.raw`(?:(?:is|gets|was)\s+(?:still\s+|now\s+)?(?:accepted|allowed|admitted|granted|created|applied)|goes\s+through|went\s+through|succeeds|succeeded|works|worked|passes)`
const turnedDown = String.raw`(?:(?:(?:is|gets|was)\s+)?(?:still\s+|now\s+)?(?:refused|rejected|denied|forbidden)|fails|failed|does\s+not|is\s+not)`
const both = new RegExp(
  String.raw`^the first(?: (?:one|[a-z]+))? (?:(?<yes>${taken})|(?<no>${turnedDown}))(?:,? (?:and|but|while|whereas)|[,;]) the (?:second|other|last)(?: (?:one|[a-z]+))? (?:(?<then>${taken})|(?<never>${turnedDown}))\s*:\s*$`,
  'i',
)
const thing = '[^,:;.]{3,90}?'
const eachOf = new RegExp(
  String.raw`^(?<first>an? ${thing}) (?:(?<yes>${taken})|(?<no>${turnedDown})),? (?:(?:and|but|while|whereas) )?(?<second>(?:one|another(?: one)?|an?) ${thing}) (?:(?<then>${taken})|(?<never>${turnedDown}))\s*:\s*$`,
  'i',
)
const marks = /`([^`]{1,60})`|\b\d{1,6}\b/g
/** Whether a command has each number and name that a phrase has, and that has any. */
function isToldOf(command: string | undefined, phrase: string): boolean {
  const named = [...phrase.matchAll(marks)].map(([number, code]) => code ?? number)
  const words = new Set(command?.match(/[\w.-]+/g))
  return named.length > 0 && named.every((one) => words.has(one))
}

/** "The first change goes through, the second is refused:" above two commands that change something. */
function twoOutcomes(
  { text, line }: Sentence,
  commands: readonly string[],
  shown: readonly string[],
): OutcomeAbove | undefined {
  // What else the paragraph says stands before it.
  const said = text.replace(joint, '')
  const groups = (both.exec(said) ?? eachOf.exec(said))?.groups
  const changing = commands.filter((command) => !leavesAll(commandLine(command)))
  const [first, second] = changing
  if (groups === undefined || shown.length === 0 || changing.length !== 2 || first === second)
    return undefined
  if (
    groups['first'] !== undefined &&
    !(isToldOf(first, groups['first']) && isToldOf(second, groups['second']!))
  )
    return undefined
  const ends = (command: string, fails: boolean): Claim => ({ kind: 'exit', command, fails, text, line })
  return {
    claim: ends(first!, groups['no'] !== undefined),
    beside: ends(second!, groups['never'] !== undefined),
    left: 'It is there:',
  }
}

/** "The resource is not there:" above the error of who asks for it. */
const notThere =
  /^the (?:resource|kind|api|type|resource type) (?:itself )?(?:is (?:not|no longer) (?:there|known|served|available|found)|does not exist|is unknown)(?: yet| any\s?more)?:\s*$/i
/** "The list is not found:": an answer that tells of an empty list is one. */
const listNotThere =
  /^(?:the|this|its)\s(?:list|path|endpoint|url|page|address)\s(?:itself\s)?is\s(?:again\s)?not\sfound:\s*$/i
const told = new RegExp(
  String.raw`\b(?:(?:is|are|was|were|gets?)\s+${adverbs}(?:${refused})|(?:cannot|can['’]t|can no longer|can not)\s+${adverbs}be\s+${adverbs}(?:${takes}))(?:\s+(?:any\s?more|any longer|afterwards|again|later|by the (?:api )?server))*\.$`,
  'i',
)
/** "An unknown zone is refused." before commands the last of which is. */
function outcomeTold(
  { text, line }: Sentence,
  commands: readonly string[],
  shown: readonly string[],
): OutcomeAbove | undefined {
  if (!told.test(text) || /[,;:]/.test(text)) return undefined
  const found = outcomeAbove({ text: text.replace(/\.$/, ':'), line }, commands, shown)
  return found && { ...found, claim: { ...found.claim, text } }
}

/** "Other values than `A` and `B`", where the error says that these are the ones there are. */
function withoutSupported(left: string, shown: readonly string[]): string {
  const named =
    /^(?:any\s+|all\s+)?(?:others?|other\s+(?:values?|ones)|values?\s+other|anything\s+other)\s+than\s+((?:`[^`]{1,60}`(?:,?\s+(?:and|or)\s+|,\s+)?){1,8})\s*is there:$/i.exec(
      left,
    )?.[1]
  const values = [...(named ?? '').matchAll(/`([^`]+)`/g)].map(([, value]) => value!)
  const lists = shown.flatMap((line) => /\bsupported values: (.+)$/.exec(line)?.[1] ?? [])
  const isAll = lists.some((list) => {
    const known = [...list.matchAll(/"([^"]*)"/g)].map(([, value]) => value!)
    return known.length === values.length && known.every((one) => values.includes(one))
  })
  return values.length > 0 && isAll ? 'It is there:' : left
}
