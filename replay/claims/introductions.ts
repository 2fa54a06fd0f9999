// What stands before a claim: connectives, and the words that say that one follows.
import { alt, many, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, code, comma, mark, quiet, remark, time } from './common-words.ts'

const looks =
  words(`verify | verified | verifying | confirm | confirmed | check | checked | notice | note | noticed | ensure
  | make sure | validate | validated | tested and | assert | expect | expected | double check | verifies | ensures | confirms | checks | seen`)
/** The verbs before what is seen. */
export const sees = words('see | saw | observe | observed | find | found | get | got | notice | have')
/** Who does or sees something: "we can", "users should". */
export const people = seq(
  words('we | you | i | one | users | the user'),
  opt(words("can | should | will | must | could | would | have to | need to | 'll | may | might")),
  adverbs,
)
const should = seq(words('it should be | it can be | it must be | it is to be'), opt(words('also')))
const that = seq(
  opt(remark),
  opt(words('that | if | whether | again that')),
  opt(mark(':')),
  opt(words('that')),
  opt(seq(opt(comma), time, opt(comma))),
)
const soon = seq(
  words('within | after | in | after about'),
  words('a few | a couple of | some | a'),
  words('seconds | second | moments | moment | while | minutes | minute'),
)
/** The words that tie a sentence to what stands before it: "then", "within a few seconds". */
export const connectives = many(
  alt<unknown>(
    words(`then | next | now | finally | also | afterwards | and | again | please | but | first | second | here | this time
      | this time around | at this point | note | additionally | similarly | however
      | once more | so | eventually | after that | afterward | subsequently | in the end | in addition | moreover | meanwhile | as a result | as expected | initially | by default`),
    comma,
    mark(':'),
    // "Within a few seconds there are three Pods".
    soon,
  ),
)
/** What says that a claim follows: "we can verify that", "wait until". */
export const introduced: Parser<unknown> = alt<unknown>(
  seq(
    opt(alt<unknown>(people, words('to | let us'), should)),
    alt(looks, words('see | saw | observe | observed | find | found')),
    that,
  ),
  seq(
    words('wait | await | waiting | awaiting'),
    opt(words('for | until | till | so that | until all | while | for the | till all')),
  ),
  seq(
    words('this | that | which | it'),
    words('shows | demonstrates | means | confirms | proves | verifies | implies'),
    words('that'),
  ),
  // "Observe the events by running `kubectl get events`, and observe that …"
  seq(
    words('observe | watch | look at | check | inspect | see'),
    many(alt(quiet(',', ';', 'that', 'if', 'by', 'with', 'using', 'and'), words('k8s')), 1),
    words('by running | by | with | using | by using'),
    code,
    opt(comma),
    opt(words('and')),
    opt(alt(looks, words('see | observe'))),
    that,
  ),
  seq(words('expected outcome | expected result | outcome | expected | result'), mark(':')),
)
