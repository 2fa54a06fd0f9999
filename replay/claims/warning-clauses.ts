// Clauses about warnings beside what a command prints: "a warning is printed that it is deprecated", "kubectl does not warn".
import type { ClaimBody, WarningPart } from './claim.ts'
import { alt, filterMap, first, many, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, mark, negation } from './common-words.ts'

interface Warning {
  no: boolean
  sort?: string
  saying: WarningPart[]
}

const article = alt<boolean>(
  map(words('no | not any | neither'), () => true),
  map(opt(words('a | an | the | any | some | this | that | such a | the following | its')), () => false),
)
const sort = opt(
  words(
    'deprecation | api | kubectl | validation | admission | server | similar | new | clear | such | api server | expected',
  ),
)
const noun = words(
  'warning | warnings | warning message | warning messages | warning header | warning headers',
)

/** Of no length, in a sentence: "of it", "about this". */
const idle =
  /^(?:a|an|the|of|it|its|this|that|these|for|in|on|to|by|and|or|is|are|was|be|been|which|says|saying|about|from|since|with|as|field|use|used|using|being|when|has|have|user|users|object|resource|api|kubectl|request|warning)$/
const linking =
  words(`that | of | about | for | saying | says | saying that | which says | which says that | regarding | like | because of
  | concerning | containing | with the text | with the message | to the effect that | as | such as | reading`)
/** After which code is the very text. */
const asText = words(
  'saying | says | saying that | which says | which says that | with the text | with the message | reading',
)
const told: Parser<WarningPart> = token((one) =>
  [',', ';', '(', ')', '—', '–', '--', '!'].includes(one.text) || /^(?:but|while|whereas)$/.test(one.lower)
    ? undefined
    : { text: one.kind === 'mark' ? '' : one.text, as: one.kind === 'code' ? 'code' : 'word' },
)
const text: Parser<WarningPart> = map(code, (found) => ({ text: found, as: 'text' }))
/** What it warns of: what the warning has to have. */
const content: Parser<WarningPart[]> = map(
  first<WarningPart[]>(
    map(seq(asText, opt(mark(':')), text), ([, , found]) => [found]),
    map(seq(linking, opt(mark(':')), many(told, 1)), ([, , found]) => found),
    map(seq(opt(mark(':')), text), ([, found]) => [found]),
  ),
  (found) =>
    found.filter((one) => one.text !== '' && !(one.as === 'word' && idle.test(one.text.toLowerCase()))),
)
const saying: Parser<WarningPart[]> = map(opt(content), (found) => found ?? [])

/** "a deprecation warning about the field", "no warnings". */
const warning: Parser<Warning> = map(seq(article, sort, noun, saying), ([no, which, , parts]) => ({
  no,
  saying: which === 'deprecation' ? [{ text: 'deprecated', as: 'word' }, ...parts] : parts,
  ...(which === 'validation' || which === 'admission' ? { sort: which } : {}),
}))

const warns = (no: boolean, parts: readonly WarningPart[], which?: string): ClaimBody[] => [
  {
    kind: 'output',
    test: { is: 'warns', no, saying: [...parts], ...(which === undefined ? {} : { sort: which }) },
  },
]
/** "does not print no warning" nobody means. */
const once = (no: boolean, found: Warning, more: readonly WarningPart[] = []): ClaimBody[] | undefined =>
  no && found.no ? undefined : warns(no || found.no, [...found.saying, ...more], found.sort)

const seen = words(
  `printed | shown | displayed | returned | emitted | issued | given | sent | raised | seen | received | reported | visible
  | output | generated | produced | there | present | printed to stderr | printed by kubectl | shown by kubectl
  | returned by the api server | sent by the api server`,
)
const actor = alt<unknown>(
  seq(
    opt(words('the | this | our | that')),
    words(`kubectl | api server | apiserver | kube-apiserver | api-server | server | api | command | request | call | client
      | kubectl command | output | response | answer | creation | update | patch | apply`),
  ),
  words('it | this | that'),
)
const gives =
  words(`print | prints | printed | show | shows | showed | return | returns | returned | display | displays
  | displayed | issue | issues | issued | emit | emits | emitted | send | sends | sent | give | gives | gave | output | outputs
  | contain | contains | include | includes | have | has | had | raise | raises | report | reports | produce | produces
  | respond with | responds with | responded with | answer with | answers with | answered with | come with | comes with
  | come back with | comes back with | succeed with | succeeds with`)
const people = words('you | we | users | the user | i | one | the users | the client')

/** A claim that a command of the step warned, or none did. */
export const warningClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(warning, be, adverbs, opt(words('being')), seen, saying), ([found, no, , , , more]) =>
    once(no, found, more),
  ),
  filterMap(seq(words('there'), be, adverbs, warning), ([, no, , found]) => once(no, found)),
  filterMap(seq(actor, auxiliary, gives, adverbs, warning), ([, no, , , found]) => once(no, found)),
  map(
    seq(
      actor,
      auxiliary,
      words('warn | warns | warned'),
      opt(words('us | you | the user | users | me')),
      adverbs,
      saying,
    ),
    ([, no, , , , text]) => warns(no, text),
  ),
  map(seq(people, be, adverbs, words('warned'), saying), ([, no, , , text]) => warns(no, text)),
  filterMap(seq(warning, words('is | are'), negation, words('gone')), ([found, , no]) =>
    found.no ? undefined : warns(!no, found.saying, found.sort),
  ),
)

/** "a warning" of what is seen: "you will see no warning". */
export const seenWarning: Parser<ClaimBody[]> = map(warning, (found) =>
  warns(found.no, found.saying, found.sort),
)

/** ", with a warning" after what succeeds. */
export const withWarning: Parser<ClaimBody[]> = filterMap(
  seq(opt(comma), words('with | without | but with | and without'), warning),
  ([, how, found]) => once(how.endsWith('out'), found),
)
