// Clauses about what no machine without packets and without etcd's bytes shows: whether traffic arrives, how a value is stored.
import type { ClaimBody } from './claim.ts'
import { alt, many, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, be, code, mark, other } from './common-words.ts'
import { objectPhrase } from './object-phrases.ts'

const unseen = (what: 'traffic' | 'stored bytes'): ClaimBody[] => [{ kind: 'unseen', what }]
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
const serves: Parser<ClaimBody[]> = map(
  seq(
    server,
    adverbs,
    opt(words('does not | do not | can not | can | will | should')),
    adverbs,
    arrives,
    rest,
  ),
  () => unseen('traffic'),
)

const sent =
  words(`routed | sent | forwarded | delivered | served | accepted | dropped | directed | received | load balanced
  | load-balanced | balanced | rejected`)
const trafficGoes: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | all | no | any | new')),
    words('traffic | packets | connections | requests'),
    alt<unknown>(be, words('can not be | can be | can no longer be | could be | could not be | may be')),
    adverbs,
    sent,
    rest,
  ),
  () => unseen('traffic'),
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
    opt(words('does not | do not')),
    words('works | work | responds | respond | answers | answer'),
    rest,
  ),
  () => unseen('traffic'),
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
  () => unseen('stored bytes'),
)

/** A claim that nothing simulated can decide. */
export const unseenClause: Parser<ClaimBody[]> = alt(serves, trafficGoes, addressWorks, stored)
