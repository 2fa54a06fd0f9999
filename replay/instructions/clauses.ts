// A sentence as the things that it tells to do, one after the other.
import { tellsOrder } from '../claims/order-words.ts'
import { withGatesNamed } from './gates-in.ts'
import { type FoundVerb, type VerbForm, verbAt } from './verbs.ts'

/** A verb with what is to be done. */
export interface Clause extends FoundVerb {
  /** From the verb on. */
  text: string
}

/** A word of a lead-in that says when, or who: "Then, we", "Now please", "Next, you should". */
const leadIn =
  /^(?:then|next|now|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|and|also|again|please|afterwards?|later|subsequently|we|i|let'?s|manually|simply|just|either|for this|after(?:wards| that| this| which)|once (?:done|this is done)|at (?:last|the end)|in the end|this time|optionally|(?:remember|be sure|make sure|do not forget|don't forget|you want|try) to|as (?:an? )?admin(?:istrator)?|(?:we|you|i) (?:then|now|also|first|next|will|need to|have to|must|should|can now|then need to)|it is time to|be able to|(?:make|time) to)\b[,:]?\s+/i
/** What a main clause may come after: "After 5 minutes, …", "On the worker node, …", "With the gate active, …". */
const setting =
  /^(?:after|before|once|when|while|as soon as|with|without|on|in|inside|within|from|at|for|using|via|to|in order to|during|by)\s(?:[^.;:]|[.:](?=\S)){1,160}?,\s+(?=(?:then\s+|please\s+|we\s+|also\s+|you\s+)?[a-z])/i
const label = /^(?:\*\*|__)?[A-Z(][^`:.]{0,60}?(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)/
const marks =
  /^(?:\s|\*\*|__|[-*+]\s|#{1,6}\s|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s|step \d{1,2}\s{0,2}[:.)-]\s|>\s)+/i
/** What a noun that looks like a verb is followed by: "Upgrade path", "Test plan", "Update strategy". */
const nounAfter =
  /^(?:[/&]|and\s+\w+\s+(?:path|test)|or\s+\w+\s+(?:path|test))|^(?:to\s+\w+\s+)?(?:paths?|plans?|strategy|strategies|scenarios?|tests?(?!\s+(?:pods?|jobs?|deployments?|services?|statefulsets?|namespaces?|pvcs?|clusters?)\b)|testing|process|procedure|phases?|polic(?:y|ies)|cases?|time|of|in|from|flow|cycle|steps?|section|results?|order|ordinals?|behaviou?r|mechanism|events?|requests?|operations?|validation|tool|rate|with\s+confidence)\b/i
const nouns = new Set([
  'upgrade',
  'downgrade',
  'roll back',
  'test',
  'start',
  'restart',
  'update',
  'change',
  'set',
  'scale',
  'run',
  'use',
  'release',
  'edit',
  'view',
  'create',
  'delete',
  'reset',
  'wait',
  'watch',
  'patch',
  'request',
  'kill',
  'monitor',
  'query',
  'load',
  'mount',
  'label',
  'taint',
  'log',
  'review',
  'try',
  'name',
])
const auxiliary =
  '(?:is|are|was|were|will|would|should|can|cannot|could|may|might|must|has|have|had|does|do not|did)'
/** A subject without article or preposition, and its verb: "[upgrade] and rollback are", "[created] pods will". */
const finite = new RegExp(
  `^(?:(?!(?:the|an?|that|if|whether|how|all|any|this|both|each|to|into|in|on|by|with|it|them)\\b)[\\w\`/>→-]+\\s+){0,6}?${auxiliary}\\b`,
  'i',
)

/** "X was created", "the manifest was modified to disable it": what the author did. */
const passive =
  /^(?<subject>(?:the |an? |our |this |that |both |all |each )?(?:[^.;:,]|\.(?=\d)){2,80}?)\s(?:was|were|has been|have been|got)\s(?:then |also |now |manually |again )?(?<verb>[a-z-]+(?:ed|ilt|un|en|ought up)\b.*)$/i

/** A sentence without the marks, numbers and labels that stand before it. */
export function bareSentence(text: string): string {
  let bare = text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(marks, '')
    .replace(/(?:\*\*|__)\s*$/, '')
  const labelled = label.exec(bare)
  if (labelled !== null && labelled[0].split(/\s+/).length <= 9) {
    const rest = bare.slice(labelled[0].length).replace(marks, '')
    if (startsClause(rest) && !/^(?:`|$)/.test(rest)) bare = rest
  }
  // "Install/update it": one of the two.
  const either = /^([A-Za-z-]{2,14})\/(?=[A-Za-z-]{2,14}\s)/.exec(bare)
  if (
    either !== null &&
    verbAt(bare.slice(either[0].length)) !== undefined &&
    verbAt(either[1]!) !== undefined
  )
    bare = bare.slice(either[0].length)
  return bare.trim()
}

const startsClause = (text: string): boolean => verbAt(withoutLeadIn(text)) !== undefined

function withoutLeadIn(text: string): string {
  let rest = text
  for (let i = 0; i < 4; i++) {
    const found = leadIn.exec(rest)
    if (found === null) break
    rest = rest.slice(found[0].length)
  }
  return rest
}

/** How sentences begin that tell nobody to do anything: conditions, answers, what is so in general, what is to be expected. */
const aside =
  /^(?:notes?:|(?:if|unless|whether|in case|yes|no|n\/a|not|do not|don't|never|note that|note,? however|e\.g|for example|todo|tbd|although|though|even|since|because|in practice|in general|generally|typically|usually|normally|ideally|put (?:differently|simply|another))\b|[^:.]{0,30}\b(?:expected|expectations?|outcomes?|results?)\b[^:.]{0,30}:)/i

/** "Please see https://… for details": where more is to be read. */
const pointer =
  /^(?:please\s+)?(?:check|see|refer to|read|visit|look at|consult|find)\s(?:[^.;]{0,40}\s)?(?:<|\[[^\]]{1,80}\]\()?https?:\/\/\S+(?:\s(?:for|to)\s[^.;]{1,60})?[.)]*$/i

/** Of a sentence, in characters; what is longer is no sentence. */
const longest = 2000

/** What a sentence tells to do; empty where it tells of something else, asks, or says what would be under a condition. */
export function clausesOf(text: string): Clause[] {
  if (text.length > longest || /^\s*(?:[-*+]\s+)?\[[ xX]\]\s/.test(text) || /\?["')*_]*\s*$/.test(text))
    return []
  const bare = bareSentence(withGatesNamed(text)).replace(apart, '$1 $3 $2').replace(nominal, '$2 $1')
  if (aside.test(bare) || pointer.test(bare)) return []
  const told = withoutLeadIn(bare)
  const way = doneBy.exec(told)?.[1]
  return mainClauses(bare) ?? (way === undefined ? undefined : from(way, true)) ?? passiveClause(told) ?? []
}

/** "Turn the gate off". */
const apart =
  /\b((?:turn|switch)(?:ed|ing)?)(?:\s+back)?\s+((?:the|its|this|that|both|all|`)[^.;,:]{1,60}?)\s+(on|off)\b/gi
/** "Perform the kubelet upgrade" */
const nominal =
  /^(?:perform|do|execute|carry out)\s+(?:the|a|an)?\s*(kubelet|kube-[a-z-]{5,20}|control[- ]plane)\s+(upgrade|downgrade|rollback)(?=\s*[:.]?$)/i
/** "The downgrade was simulated by turning the gate off": what is done. */
const doneBy =
  /^(?:(?:the|an?|this|that|its|our|another|first|second)\s+){0,2}(?:upgrade|downgrade|roll-?back|roll-?out|update|enablement|disablement|re-?enablement|change)\s(?:[^.,;:`]{1,40}\s)?(?:was|is|were|has been)\s(?:then\s|again\s)?(?:simulated|emulated|done|performed|made|achieved|carried out|executed)\s(?:again\s)?by\s([a-z-]+ing\b.*)$/i

function mainClauses(bare: string): Clause[] | undefined {
  const led = withoutLeadIn(bare)
  const main = setting.exec(led)
  // "To disable the feature:" alone is a title.
  const purpose = /^(?:in order )?to\s+/i.exec(led)
  const starts = [
    { text: led, leads: led !== bare },
    ...(main === null ? [] : [{ text: withoutLeadIn(led.slice(main[0].length)), leads: true }]),
    ...(purpose === null || main !== null ? [] : [{ text: led.slice(purpose[0].length), leads: false }]),
  ]
  for (const { text, leads } of starts) {
    const clauses = from(text, leads)
    if (clauses !== undefined) return clauses
  }
  return undefined
}

function from(text: string, leads: boolean): Clause[] | undefined {
  const first = verbAt(text)
  if (first === undefined || isNoun(first, leads)) return undefined
  return split(text, first.form)
}

function isNoun({ verb, form, rest }: FoundVerb, leads: boolean): boolean {
  if (/^not\b/i.test(rest)) return true
  if (form === 'doing') return (!leads && verb !== 'wait') || finite.test(rest)
  if (form === 'did') return rest === '' || /^(?:by|in|to be|as part)\b|^\(/i.test(rest) || finite.test(rest)
  if (/^(?:->|→|=>|--?>)/.test(rest) || starting.test(rest)) return true
  return nouns.has(verb) && (nounAfter.test(rest) || /^[:.,]/.test(rest) || finite.test(rest))
}
const starting = new RegExp(`^${auxiliary}\\b`, 'i')

const noSubject =
  /^(?:this|these|those|they|it|there|that|which|manual|testing|tests?|upgrade|the following (?:scenarios?|tests?|steps?|upgrade|manual|path|flow)|no|what|if|when|we|i|integration|unit|e2e|for|from|in|on|at|after|before|with|without|while|once|although|during|by|to|as|however|also|then)\b/i

/** What controllers make by themselves: "a new ReplicaSet was created". */
const comesAbout =
  /^(?:an? )?(?:new|another|second|third|replacement) `?(?:replica ?sets?|endpoint ?slices?|controller ?revisions?|events?)`?$/i
/** "was deleted by the Job controller": nobody is told to do it. */
const byComponent =
  /\bby (?:the |an? )?`?(?:[\w-]+ )?(?:[\w-]*controller(?:-manager)?|kubelet|scheduler|kube-[a-z-]+|api-? ?server|garbage collector)\b/i

/** "created after the Deployment": which came first, which is looked at and not done. */
function isOrder(verb: string): boolean {
  const [, done = '', than = ''] =
    /^([a-z-]+)\s(?:(?:right|shortly|just)\s)?(?:before|after)\s(?:(?:the|an?|its|all)\s)?([\w\s`-]{1,40})\W*$/i.exec(
      verb,
    ) ?? []
  return tellsOrder(done, than.split(/\s+/))
}

/** "The manifest was modified to disable the gate", "A Job was created": told of as done, with what it was done to after the verb. */
function passiveClause(bare: string): Clause[] | undefined {
  const match = passive.exec(bare)
  if (match === null) return undefined
  const { subject, verb } = match.groups as { subject: string; verb: string }
  if (comesAbout.test(subject) || byComponent.test(verb) || isOrder(verb)) return undefined
  if (
    noSubject.test(subject) ||
    /\b(?:that|which|who|while|when|where|if|as|since|after|before)\b/i.test(subject)
  )
    return undefined
  if (
    /\b(?:tests?|testing|scenarios?|upgrades?|rollbacks?|downgrades?|paths?|flows?|steps?|issues?|problems?|cycle)$/i.test(
      subject,
    )
  )
    return undefined
  const clauses = split(verb, 'did')
  return clauses.length === 0
    ? undefined
    : clauses.map((clause) => {
        const rest = `${subject} ${clause.rest.replace(/[,;.]\s.*$/, '')}`.trim()
        return { ...clause, rest, text: `${clause.verb} ${rest}` }
      })
}

/** Where another clause may begin. */
const joint =
  /;\s+(?:then\s+)?|,\s+(?:and\s+(?:then\s+)?|then\s+|but\s+)?|\s+(?:and|but)\s+(?:then\s+|also\s+|again\s+|finally\s+)?|\.\s+(?:then,?\s+|next,?\s+|now,?\s+|finally,?\s+)?|\s+&\s+/gi

function split(text: string, form: VerbForm): Clause[] {
  const masked = mask(text)
  const starts = [0]
  for (const found of masked.matchAll(joint)) {
    const at = found.index + found[0].length
    const next = verbAt(withoutLeadIn(text.slice(at)))
    if (next === undefined || (next.form !== form && !(form === 'did' && next.form === 'do'))) continue
    if (form === 'do' && (isNoun(next, false) || (nouns.has(next.verb) && next.rest === ''))) continue
    starts.push(at)
  }
  return starts.flatMap((start, i) => {
    const end = starts[i + 1]
    const own = withoutLeadIn(text.slice(start, end)).replace(/(?:[,;.:]|\band\b|\bbut\b|\bthen\b|\s)+$/i, '')
    const verb = verbAt(own)
    return verb === undefined ? [] : [{ ...verb, text: own }]
  })
}

/** With what stands in backticks and parentheses replaced, so that nothing is split there. */
const mask = (text: string): string =>
  text.replace(/`[^`]*`|\([^()]*\)|"[^"]*"|\[[^\][]*\]/g, (inner) => 'x'.repeat(inner.length))
