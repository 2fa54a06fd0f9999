// Clauses about errors and answers: "expect an error like `x`", "responds with a 404", "creating the Pod with the field set fails".
import type { ClaimBody, Timed } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, mark, number } from './common-words.ts'
import { isFieldName } from './field-phrases.ts'
import { objectPhrase } from './object-phrases.ts'
import { message, refused, refuser } from './output-clauses.ts'

const shown = words(
  'returned | shown | printed | reported | raised | thrown | seen | displayed | given | produced | received',
)
const errorNoun = seq(
  opt(words('validation | api | server | following | admission | similar')),
  words('error | error message | errors | message'),
)
const like = words(
  'like | saying | containing | such as | similar to | that says | stating | with the message | with | of | that contains | which says | as',
)
const failed = (text: string | undefined): ClaimBody[] => [
  { kind: 'exit', fails: true, ...(text === undefined ? {} : { message: text }) },
]

/** "an error like `x`", "a validation error is returned". */
export const errorPhrase: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      words('an | the | this | a | following | the following'),
      errorNoun,
      opt(seq(be, adverbs, shown)),
      opt(like),
      opt(mark(':')),
      code,
      opt(seq(be, adverbs, shown)),
    ),
    ([, [, noun], said, how, , text, after]) =>
      said?.[0] === true ||
      after?.[0] === true ||
      (said !== undefined && after !== undefined) ||
      (noun === 'message' && how === undefined)
        ? undefined
        : failed(text),
  ),
  filterMap(seq(words('an | a'), errorNoun, be, adverbs, shown), ([, [, noun], no]) =>
    no || noun === 'message' ? undefined : failed(undefined),
  ),
)
const noError: Parser<ClaimBody[]> = filterMap(
  seq(words('no'), words('error | errors | error message'), be, adverbs, shown),
  ([, , no]) => (no ? undefined : [{ kind: 'exit', fails: false }]),
)

const statusCode: Parser<number> = filterMap(
  alt(
    map(number, String),
    code,
    token((one) => (/^\d{3}$/.test(one.text) ? one.text : undefined)),
  ),
  (text) => {
    const found = /^(?:HTTP )?([1-5]\d\d)(?: [A-Z][\w ]*)?$/.exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  },
)
const codeNoun = words(
  'status | code | status code | http | http status | http code | http status code | response code',
)
const statusPhrase: Parser<number> = map(
  seq(
    opt(words('a | an | the')),
    opt(codeNoun),
    statusCode,
    opt(
      alt<unknown>(
        words('error | status | code | response | not found | forbidden | conflict | ok'),
        seq(mark('('), code, mark(')')),
      ),
    ),
  ),
  ([, , found]) => found,
)
const answers = (status: number, no: boolean): ClaimBody[] | undefined =>
  no ? undefined : [{ kind: 'exit', fails: status >= 400, status }]
const answerer =
  words(`the api server | api server | the apiserver | the server | kube-apiserver | the kube-apiserver | the request | the api
  | it | the call | the response | curl | the query | the command`)
const what = alt<unknown>(
  objectPhrase,
  words('it | them | this | the request | the change | the update | the object | the manifest'),
)
/** "The API server refuses it", "rejects the request with `x`". */
const refuses: Parser<ClaimBody[]> = filterMap(
  seq(
    words(
      'the api server | the apiserver | kube-apiserver | the kube-apiserver | the server | the api | validation | admission',
    ),
    auxiliary,
    words('refuse | refuses | refused | reject | rejects | rejected | deny | denies | denied'),
    what,
    opt(
      seq(
        alt<unknown>(words('with | saying'), mark(':')),
        opt(words('the message | the error | an error | message')),
        code,
      ),
    ),
  ),
  ([, no, , , said]) =>
    no && said !== undefined ? undefined : no ? [{ kind: 'exit', fails: false }] : failed(said?.[2]),
)
/** "The API server responds with a 404". */
const answered: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      answerer,
      auxiliary,
      words(
        'respond | responds | responded | answer | answers | answered | reply | replies | return | returns | returned | fail | fails | failed',
      ),
      opt(words('with')),
      statusPhrase,
    ),
    ([, no, , , status]) => answers(status, no),
  ),
  filterMap(seq(answerer, be, adverbs, refused, words('with'), statusPhrase), ([, no, , , , status]) =>
    answers(status, no),
  ),
  filterMap(
    seq(
      opt(words('the')),
      words('status code | http status code | response code | http status | http code'),
      be,
      adverbs,
      statusCode,
    ),
    ([, , no, , status]) => answers(status, no),
  ),
)

const doing =
  words(`creating | updating | patching | applying | scaling | deleting | setting | editing | labeling | changing | modifying
  | removing | adding | annotating | replacing | evicting | suspending | resuming | pausing | raising | lowering | increasing
  | decreasing | expanding | shrinking`)
const fieldPart = seq(
  opt(words('the | that | a | this')),
  alt<unknown>(
    words('field | new field | fields'),
    seq(
      filterMap(code, (text) => (isFieldName(text) || /^[\w.]+\s*[:=]/.test(text) ? text : undefined)),
      opt(words('field | fields | annotation | label')),
    ),
  ),
  opt(words('set | enabled | present | specified')),
  opt(seq(words('to'), code)),
)
const done = seq(
  doing,
  opt(alt<unknown>(objectPhrase, words('it | them | this | one | another'))),
  opt(
    alt<unknown>(
      seq(words('with | using | without | that uses | that use | to use | that sets'), fieldPart),
      fieldPart,
    ),
  ),
  opt(words('again | too | now')),
)
const verbOf = ([verb]: readonly unknown[]): string => String(verb)
const exits = (verb: string, fails: boolean, text?: string): ClaimBody[] => [
  { kind: 'exit', verb, fails, ...(text === undefined ? {} : { message: text }) },
]
/** "creating a new Pod with the field set fails". */
const attempts: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(
    seq(
      done,
      auxiliary,
      words('fails | fail | failed | errors | errors out | fails validation'),
      refuser,
      message,
    ),
    ([what, no, , , text]) => exits(verbOf(what), !no, text),
  ),
  map(seq(done, be, adverbs, refused, refuser, message), ([what, no, , , , text]) =>
    exits(verbOf(what), !no, text),
  ),
  map(
    seq(done, auxiliary, words('succeeds | succeed | succeeded | works | work | passes | goes through')),
    ([what, no]) => exits(verbOf(what), no),
  ),
  map(
    seq(
      done,
      be,
      adverbs,
      words('accepted | successful | allowed | permitted | admitted | possible'),
      refuser,
    ),
    ([what, no]) => exits(verbOf(what), no),
  ),
)

const theObject = filterMap(objectPhrase, (subject) =>
  subject.kind !== undefined && (subject.number === 'one' || subject.names !== undefined)
    ? subject
    : undefined,
)
/** "The Job is accepted": what was done last to it. What is refused, something else than the server may refuse. */
const takenIn: Parser<(ClaimBody & Timed)[]> = alt<(ClaimBody & Timed)[]>(
  map(seq(theObject, be, adverbs, words('accepted | admitted'), refuser), ([, no]) => [
    { kind: 'exit', verb: 'changing', fails: no },
  ]),
  filterMap(
    seq(theObject, be, adverbs, words('refused | rejected'), refuser, message),
    ([, no, , , , text]) =>
      no
        ? undefined
        : [
            {
              kind: 'exit',
              verb: 'changing',
              fails: true,
              ...(text === undefined ? {} : { message: text }),
              unsure: 'who refuses it is not said',
            },
          ],
  ),
)

/** A claim that a request fails, or does not, and with which answer. */
export const refusalClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  errorPhrase,
  noError,
  refuses,
  answered,
  attempts,
  takenIn,
)
