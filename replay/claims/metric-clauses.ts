// Clauses about metrics: "the metric `apiserver_request_total` is reported".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, number } from './common-words.ts'
import { type HowMany, isNumber, unless } from './possession.ts'

const name = filterMap(code, (text) => (/^[a-zA-Z_:][\w:]*(?:\{[^{}]*\})?$/.test(text) ? text : undefined))
const article = opt(words('the | a'))
const metric: Parser<string> = alt(
  map(seq(opt(words('the value of | value of')), article, words('metric'), name), ([, , , found]) => found),
  map(seq(opt(words('the value of | value of')), article, name, words('metric')), ([, , found]) => found),
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
/** A claim that a metric is reported, or has a value. */
export const metricClause: Parser<ClaimBody[]> = map(seq(metric, tested), ([found, test]) => [
  {
    kind: 'metric',
    metric: found,
    test: 'negated' in test ? { is: 'there', negated: test.negated } : { is: 'value', ...test },
  },
])
