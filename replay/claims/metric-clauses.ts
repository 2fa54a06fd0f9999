// Clauses about metrics: "the metric `apiserver_request_total` is reported".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, number } from './common-words.ts'
import { type HowMany, isNumber, unless } from './possession.ts'

const name = filterMap(code, (text) => (/^[a-zA-Z_:][\w:]*(?:\{[^{}]*\})?$/.test(text) ? text : undefined))
const word = token(({ kind, text }) => (kind === 'word' ? text : undefined))
const article = opt(words('the | a'))
const metric: Parser<string> = alt(
  map(seq(opt(words('the value of | value of')), article, words('metric'), name), ([, , , found]) => found),
  map(seq(opt(words('the value of | value of')), article, name, words('metric')), ([, , found]) => found),
  // That which was printed last.
  map(words('the metric | the value of the metric | this metric'), () => ''),
)
/** A value of a label, which is none of the words of the grammar. */
const value = alt(
  code,
  filterMap(word, (text) => (/^[A-Z]{2,20}$/.test(text) ? text : undefined)),
)
const label: Parser<string> = filterMap(alt(code, word), (text) =>
  /^[a-z_]\w{0,60}$/.test(text) ? text : undefined,
)
const labelled = (metricName: string, called: string, text: string, negated: boolean): ClaimBody[] => [
  { kind: 'metric', metric: metricName, test: { is: 'label', label: called, value: text, negated } },
]
/** "has the stage `ALPHA`", "has the label `stage` with the value `ALPHA`". */
const withLabel: Parser<ClaimBody[]> = alt(
  map(
    seq(
      metric,
      auxiliary,
      words('has | have | carries | carry | with'),
      opt(words('the label | the')),
      label,
      opt(words('label')),
      opt(words('with the value | with value | set to | of | equal to')),
      value,
    ),
    ([found, no, , , called, , , text]) => labelled(found, called, text, no),
  ),
  map(
    seq(words('the label | the'), label, opt(words('label')), words('of'), metric, be, adverbs, value),
    ([, called, , , found, no, , text]) => labelled(found, called, text, no),
  ),
)
const told = words(
  'reported | exposed | present | emitted | there | recorded | published | available | exported | visible | served',
)
const tested: Parser<{ negated: boolean } | HowMany> = alt<{ negated: boolean } | HowMany>(
  isNumber,
  map(
    seq(auxiliary, words('have the value | has the value | has a value of | have a value of'), number),
    ([no, , many]) => unless({ comparison: '==', number: many }, no),
  ),
  map(seq(be, adverbs, told), ([negated]) => ({ negated })),
  map(seq(auxiliary, words('exists | exist | appears | appear')), ([negated]) => ({ negated })),
)
/** A claim that a metric is reported, has a value, or a label with a value. */
export const metricClause: Parser<ClaimBody[]> = alt(
  withLabel,
  map(seq(metric, tested), ([found, test]) => [
    {
      kind: 'metric',
      metric: found,
      test: 'negated' in test ? { is: 'there', negated: test.negated } : { is: 'value', ...test },
    },
  ]),
)
