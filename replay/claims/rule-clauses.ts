// Clauses about the rules that a node's kube-proxy has written: "the rules should contain all endpoints of the Service".
import type { ClaimBody, RuleEndpoints, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary } from './common-words.ts'
import { componentPhrase } from './component-clauses.ts'
import { optional } from './field-claims.ts'
import { objectPhrase } from './object-phrases.ts'

const rulesNoun = words(`rules | iptables rules | iptable rules | ip tables rules | nftables rules | nft rules
  | ipvs rules | proxy rules | kube-proxy rules | service rules`)
const article = opt(words('the | its | their | these | all the'))
const whose: Parser<Subject | undefined> = opt(
  map(seq(words('of | for'), objectPhrase), ([, found]) => found),
)

const endpoints = words('endpoints | endpoint | backends | pods | the endpoints | the pods | ready endpoints')
const thatAre = opt(words('which are | that are | which is | that is | being | located'))
const near = words('local to | in | from | within | of | on | inside')

interface Chosen {
  endpoints: RuleEndpoints
  subject?: Subject
}

const inZone: Parser<Chosen> = map(
  alt<unknown>(
    seq(
      endpoints,
      thatAre,
      near,
      words(`that zone | the zone | its zone | the same zone | this zone | its own zone | the local zone | the node's zone
        | the zone of the node | the zone of that node | the same zone as the node`),
    ),
    words('zone-local endpoints | same-zone endpoints | the endpoints in zone'),
  ),
  () => ({ endpoints: 'zone' }),
)
const onNode: Parser<Chosen> = map(
  alt<unknown>(
    seq(
      endpoints,
      thatAre,
      near,
      words(
        'that node | the node | its node | the same node | this node | its own node | the local node | the node itself',
      ),
    ),
    words(`the local nodes | local nodes | the local node | local endpoints | node-local endpoints
      | the local endpoints | its local endpoints | local pods | the local pods`),
  ),
  () => ({ endpoints: 'node' }),
)
const every: Parser<Chosen> = map(
  seq(words('all | all the | all of the | every'), endpoints, whose),
  ([, , subject]) => ({ endpoints: 'all', ...optional(subject) }),
)
/** "Only" makes a part of the endpoints a claim about the others; all of them need no such word. */
const chosen = alt(inZone, onNode, every)
const only = opt(words('only | solely | exclusively | just'))

const contain =
  words(`contain | contains | include | includes | have | has | list | lists | hold | holds | point to
  | points to | lead to | leads to | cover | covers`)
const send = words(
  `proxies | proxy | routes | route | forwards | forward | sends | send | directs | balances`,
)

const limited = (
  { endpoints: which, subject }: Chosen,
  onlyThose: boolean,
  no: boolean,
  of: Subject | undefined,
): ClaimBody[] | undefined =>
  no || (which !== 'all' && !onlyThose)
    ? undefined
    : [{ kind: 'listed rules', endpoints: which, ...optional(subject ?? of) }]

const rulesContain: Parser<ClaimBody[]> = filterMap(
  seq(article, rulesNoun, whose, adverbs, auxiliary, only, contain, only, chosen),
  ([, , of, , no, before, , after, found]) =>
    limited(found, before !== undefined || after !== undefined, no, of),
)

const proxySends: Parser<ClaimBody[]> = filterMap(
  seq(
    componentPhrase,
    adverbs,
    auxiliary,
    only,
    send,
    opt(words('traffic | requests | packets | connections')),
    only,
    words('to'),
    only,
    chosen,
  ),
  ([component, , no, first, , , second, , third, found]) =>
    component === 'kube-proxy'
      ? limited(
          found,
          [first, second, third].some((one) => one !== undefined),
          no,
          undefined,
        )
      : undefined,
)

/** Rules that are right send to what the Service and the hints of its slices say. */
const rulesAreRight: Parser<ClaimBody[]> = filterMap(
  seq(
    componentPhrase,
    words('has | had'),
    words(`correctly | properly | successfully`),
    words('programmed | configured | set up | written | updated | installed'),
    article,
    rulesNoun,
    whose,
  ),
  ([component, , , , , , subject]) =>
    component === 'kube-proxy'
      ? [{ kind: 'listed rules', endpoints: 'right', ...optional(subject) } satisfies ClaimBody]
      : undefined,
)

/** A claim about the endpoints in a node's rules. */
export const rulesClause: Parser<ClaimBody[]> = alt(rulesContain, proxySends, rulesAreRight)
