// Clauses about what commands print and whether they succeed.
import { isPrinter } from '../programs/in-sentences.ts'
import type { ClaimBody, OutputTest } from './claim.ts'
import { alt, filterMap, list, many, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, isSo, mark, number, other } from './common-words.ts'
import { componentPhrase } from './component-clauses.ts'
import { componentNames } from './lexicon.ts'
import { determiner, objectPhrase } from './object-phrases.ts'

const commandCode: Parser<string> = filterMap(code, (text) => (isPrinter(text) ? text : undefined))
const unnamed = (parser: Parser<unknown>): Parser<string | undefined> => map(parser, () => undefined)

/** What prints: the command that it names, or undefined for the step's last. */
export const printer: Parser<string | undefined> = alt<string | undefined>(
  commandCode,
  map(
    seq(
      opt(determiner),
      words('output of | result of | output from'),
      opt(words('the command | the')),
      commandCode,
    ),
    ([, , , command]) => command,
  ),
  unnamed(
    seq(
      opt(determiner),
      words(`command | output | result | response | command output | output of the command | command above | above command
        | following command | request | call | query | log | logs | message | error message | description | table | list
        | hpa description | api response | error`),
    ),
  ),
  unnamed(words('it | this | that')),
)
/** A verb for the output of a command, in any form. */
export const prints =
  words(`print | prints | printed | output | outputs | show | shows | showed | return | returns | returned | display
  | displays | displayed | report | reports | say | says | contain | contains | include | includes | mention | mentions | give
  | gives | list | lists | read | reads | is | be`)
const silence =
  words(`nothing | no output | an empty output | an empty result | an empty list | empty output | no result
  | no results | empty | blank | no resources | no rows | an empty string`)
const printedWord: Parser<string> = token((one) =>
  one.kind === 'word' && /^(?:[A-Z][A-Z_]+|true|false|null|[A-Z][a-z]+(?:[A-Z]\w*)?)$/.test(one.text)
    ? one.text
    : undefined,
)
const printedValue: Parser<string> = map(
  seq(
    opt(
      words('the value | the message | the text | the line | value | a | an error | error | the error | as'),
    ),
    alt(code, map(number, String), printedWord),
  ),
  ([, found]) => found,
)

const outputOf = (command: string | undefined, test: OutputTest): ClaimBody => ({
  kind: 'output',
  ...(command === undefined ? {} : { command }),
  test,
})
const silent = (command: string | undefined, no: boolean): ClaimBody[] => [
  outputOf(command, { is: no ? 'not-empty' : 'empty' }),
]

const printed: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(seq(printer, auxiliary, prints, adverbs, list(printedValue, and)), ([command, no, , , found]) =>
    found.map((value) => outputOf(command, { is: no ? 'lacks' : 'contains', value })),
  ),
  map(seq(printer, auxiliary, prints, adverbs, silence), ([command, no]) => silent(command, no)),
  map(seq(printer, be, adverbs, words('empty | blank')), ([command, no]) => silent(command, no)),
  map(
    seq(
      words('there'),
      be,
      adverbs,
      words('no | nothing'),
      opt(words('output | results | result')),
      opt(words('printed | shown | returned')),
    ),
    ([, no]) => silent(undefined, no),
  ),
  map(
    seq(
      words('nothing | no output'),
      opt(seq(isSo, adverbs, opt(words('printed | shown | returned | displayed | listed')))),
    ),
    () => silent(undefined, false),
  ),
  map(words('no resources found'), () => [
    outputOf(undefined, { is: 'contains', value: 'No resources found' }),
  ]),
  map(
    seq(
      opt(determiner),
      code,
      words(
        'in the output | in its output | printed | in the response | in the list | in the logs | in the log',
      ),
    ),
    ([, value]) => [outputOf(undefined, { is: 'contains', value })],
  ),
  // What data says, the object has.
  filterMap(
    seq(objectPhrase, auxiliary, words('say | says | read | reads'), code),
    ([subject, no, , value]) => {
      if (no) return undefined
      if (subject.kind === undefined && subject.names !== undefined)
        return [
          {
            kind: 'value' as const,
            subject: { ...subject, kind: 'ConfigMap', resource: 'configmaps' },
            value,
          },
        ]
      return /^(?:ConfigMap|Secret)$/.test(subject.kind ?? '')
        ? [{ kind: 'value' as const, subject, value }]
        : undefined
    },
  ),
  filterMap(
    seq(
      objectPhrase,
      opt(words('description | output | yaml | events')),
      auxiliary,
      words('mention | mentions | say | says | print | prints | display | displays | list | lists'),
      list(printedValue, and),
    ),
    ([subject, what, no, , found]) =>
      what === undefined && /^(?:ConfigMap|Secret)$/.test(subject.kind ?? '')
        ? undefined
        : found.map((value) => outputOf(undefined, { is: no ? 'lacks' : 'contains', value })),
  ),
)

/** What is done: the command that it names, or what that does; neither: the step's last. */
interface Done {
  command?: string
  verb?: string
}
const anything = words(
  'command | request | call | api call | api request | attempt | operation | validation | query',
)
const deed = words('creation | update | patch | apply | edit | deletion | change | modification')
const acting: Parser<Done> = alt<Done>(
  map(commandCode, (command) => ({ command })),
  map(
    seq(
      opt(determiner),
      opt(words('above | following | same | last | kubectl')),
      alt<string | undefined>(
        map(seq(deed, opt(anything)), ([verb]) => verb),
        unnamed(anything),
      ),
      opt(
        seq(
          words('of | to | for'),
          many(
            other(
              'fails',
              'succeeds',
              'is',
              'was',
              'should',
              'will',
              'must',
              'failed',
              'succeeded',
              ',',
              'and',
              'gets',
              'does',
              'are',
              'be',
            ),
            1,
          ),
        ),
      ),
    ),
    ([, , verb]) => (verb === undefined ? {} : { verb }),
  ),
  map(words('it | this | that'), () => ({})),
)
/** No other words: what comes after them is another clause, with a value of its own. */
const ofMessage =
  words(`the | a | an | its | this | following | expected | error | errors | message | messages | text | reason | status
  | code | validation | saying | that says | which says | containing | like | as | api | server | kubectl | warning`)
/** "with the message `x`". */
export const message: Parser<string | undefined> = opt(
  map(
    seq(words('with | by | because of | saying | due to'), many(ofMessage), opt(mark(':')), code),
    ([, , , text]) => text,
  ),
)
/** Who refuses a request, where the sentence says so. */
export const refuser = opt(
  words(
    'by the api server | by the apiserver | by kube-apiserver | by validation | by the server | with an error | with a validation error | by the api-server',
  ),
)
/** A word for a refusal. */
export const refused = words(
  'rejected | denied | refused | forbidden | invalid | blocked | not allowed | disallowed | declined',
)
const gotError =
  words(`got error | got an error | gets an error | returns an error | gets error | fails with an error
  | shows an error | got the error | got the following error | get an error | get error`)
/** Any of the things that are read, where nothing but that they can be matters. */
const readable = alt<unknown>(
  objectPhrase,
  words('both resources | the resources | all resources | both objects | resources | both'),
)

const exits = (done: Done, fails: boolean, text?: string): ClaimBody[] => [
  {
    kind: 'exit',
    ...done,
    fails,
    ...(text === undefined ? {} : { message: text }),
  },
]
/** "`kubectl get job a` exits with 1", "… ends with exit code 0". */
const exitsWith: Parser<ClaimBody[]> = filterMap(
  seq(
    acting,
    words('exits | exit | exited | ends | ended | finishes | finished | fails | failed | returns'),
    words('with'),
    opt(words('the')),
    opt(words('exit code | exit status | code | status')),
    number,
  ),
  // More is a status of HTTP.
  ([done, , , , , code]) => (code > 255 ? undefined : [{ kind: 'exit', ...done, fails: code !== 0, code }]),
)
const exit: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  exitsWith,
  map(
    seq(
      acting,
      auxiliary,
      words('fails | fail | failed | errors | errors out | fails validation'),
      refuser,
      message,
    ),
    ([done, no, , , text]) => exits(done, !no, text),
  ),
  map(seq(acting, be, adverbs, refused, refuser, message), ([done, no, , , , text]) =>
    exits(done, !no, text),
  ),
  map(
    seq(acting, auxiliary, words('succeeds | succeed | succeeded | passes | goes through | went through')),
    ([done, no]) => exits(done, no),
  ),
  map(
    seq(acting, be, adverbs, words('accepted | successful | allowed | permitted | admitted'), refuser),
    ([done, no]) => exits(done, no),
  ),
  map(
    seq(
      opt(commandCode),
      opt(words('this time')),
      opt(commandCode),
      gotError,
      opt(words('message')),
      message,
    ),
    ([first, , again, , , text]) => {
      const command = first ?? again
      return exits(command === undefined ? {} : { command }, true, text)
    },
  ),
  map(
    seq(
      readable,
      words('can | could'),
      adverbs,
      words('be'),
      adverbs,
      words('read | listed | retrieved | fetched | accessed | queried'),
    ),
    () => exits({}, false),
  ),
)

const about = (...stops: string[]): Parser<string[]> =>
  map(many(other('.', ',', ';', ':', 'and', 'but', ...stops), 1), (found) =>
    found.map((word) => componentNames[word.toLowerCase()] ?? word).filter((word) => word.length > 3),
  )
/** "the `kas` has (not) recorded the watchlist latency metric": what the command beside it prints tells. */
const recorded: Parser<ClaimBody[]> = map(
  seq(
    componentPhrase,
    alt(
      map(seq(words('has | have | had'), opt(words('not | never'))), ([, no]) => no !== undefined),
      auxiliary,
    ),
    words(
      'recorded | records | record | exposes | exposed | expose | reports | reported | report | emits | emitted | emit | published',
    ),
    many(words('the | a | any')),
    about('metric', 'metrics'),
    words('metric | metrics'),
  ),
  ([, no, , , words]) => [{ kind: 'output', test: { is: no ? 'empty' : 'not-empty' }, about: words }],
)
const noTraces: Parser<ClaimBody[]> = filterMap(
  seq(
    words('there'),
    be,
    adverbs,
    words('no | any'),
    words('trace of | traces of | sign of | signs of | mention of | mentions of | evidence of'),
    about(),
  ),
  ([, no, , none, , words]) =>
    no || none === 'no' ? [{ kind: 'output', test: { is: 'empty' }, about: words }] : undefined,
)

/** A claim about the output or success of a command. */
export const outputClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(printed, exit, recorded, noTraces)
