// Clauses about whether traffic arrives, and about what no machine without etcd's bytes shows: how a value is stored.
import type { ClaimBody } from './claim.ts'
import { alt, many, map, opt, type Parser, seq, words } from './combinators.ts'
import { able, adverbs, be, code, mark, other } from './common-words.ts'
import { objectPhrase } from './object-phrases.ts'

const traffic = (arrives: boolean): ClaimBody[] => [{ kind: 'traffic', arrives }]
const rest = many(other(',', ';', '.', ':', 'and', 'but'))

const server = alt<unknown>(
  objectPhrase,
  words(`the server | server | the service | the application | the app | the pod | the pods | it | the web server | the backend
    | the endpoint | the endpoints`),
)
const arrives =
  words(`accepts traffic | accept traffic | receives traffic | receive traffic | serves traffic | serve traffic
  | accepts connections | accept connections | accepts requests | serves requests | answers requests | receives requests
  | gets traffic | get traffic | handles traffic`)
const serves: Parser<ClaimBody[]> = map(seq(server, adverbs, able, adverbs, arrives, rest), ([, , no]) =>
  traffic(!no),
)

const sent =
  words(`routed | sent | forwarded | delivered | served | accepted | directed | received | load balanced
  | load-balanced | balanced`)
const lost = words('dropped | rejected | refused')
const trafficGoes: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | all | no | any | new')),
    words('traffic | packets | connections | requests'),
    alt<boolean>(
      be,
      map(seq(able, words('be')), ([no]) => no),
    ),
    adverbs,
    alt<boolean>(
      map(sent, () => true),
      map(lost, () => false),
    ),
    rest,
  ),
  ([which, , no, , arrives]) => traffic((which === 'no') === (no === arrives)),
)

/** "the cluster IP works while the pod is terminating". */
const addressWorks: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | its')),
    words(
      'cluster ip | clusterip | service ip | load balancer ip | node port | nodeport | vip | external ip',
    ),
    opt(words('of the service')),
    adverbs,
    able,
    words('works | work | responds | respond | answers | answer'),
    rest,
  ),
  ([, , , , no]) => traffic(!no),
)

const encodings = words(
  'json-encoded | cbor-encoded | protobuf-encoded | json encoded | cbor encoded | protobuf encoded',
)
const stored: Parser<ClaimBody[]> = map(
  seq(
    alt<unknown>(code, objectPhrase),
    be,
    adverbs,
    alt<unknown>(
      encodings,
      seq(words('encoded | stored | written'), words('as | in'), words('json | cbor | protobuf')),
    ),
    opt(mark(',')),
    words('in storage | in etcd | in the storage | in the store'),
  ),
  () => [{ kind: 'unseen', what: 'stored bytes' }],
)

/** A claim that nothing simulated can decide. */
export const unseenClause: Parser<ClaimBody[]> = alt(serves, trafficGoes, addressWorks, stored)
