// Clauses about whether traffic arrives, and how objects are stored.
import type { ClaimBody, StoredEncoding, Way } from './claim.ts'
import { alt, many, map, opt, type Parser, seq, words } from './combinators.ts'
import { able, adverbs, auxiliary, be, code, mark, other } from './common-words.ts'
import { objectPhrase } from './object-phrases.ts'
import { joinWays, wayIn } from './traffic-way.ts'

const traffic = (arrives: boolean, way: Way): ClaimBody[] => [{ kind: 'traffic', arrives, way }]
const rest = wayIn(many(other(',', ';', '.', ':', 'and', 'but')))

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
  seq(wayIn(server), adverbs, able, adverbs, arrives, rest),
  ([names, , no, , , way]) => traffic(!no, joinWays(names, way)),
)

const sent =
  words(`routed | sent | forwarded | delivered | served | accepted | directed | received | load balanced
  | load-balanced | balanced | answered`)
const lost = words('dropped | rejected | refused')
const trafficGoes: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | all | no | any | new | a')),
    words('traffic | packets | connections | requests | packet | connection | request'),
    wayIn(opt(seq(words('to | for'), objectPhrase))),
    alt<boolean>(
      be,
      map(seq(able, adverbs, words('be')), ([no]) => no),
    ),
    adverbs,
    alt<boolean>(
      map(sent, () => true),
      map(lost, () => false),
    ),
    rest,
  ),
  ([which, , to, no, , arrives, way]) => traffic((which === 'no') === (no === arrives), joinWays(to, way)),
)

/** "the request times out", "it hangs". */
const timesOut: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | a | every | each | all | any')),
    words('request | requests | connection | connections | traffic | curl | wget | it'),
    wayIn(opt(seq(words('to | for'), objectPhrase))),
    auxiliary,
    words('times out | time out | timed out | hangs | hang | get no answer | gets no answer'),
    rest,
  ),
  ([, , to, no, , way]) => traffic(no, joinWays(to, way)),
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
  ([, , , , no, , way]) => traffic(!no, way),
)

const encodings: ReadonlyMap<string, StoredEncoding> = new Map([
  ['json', 'JSON'],
  ['cbor', 'CBOR'],
  ['protobuf', 'protobuf'],
])
const encoded: Parser<string> = alt(
  map(
    words('json-encoded | cbor-encoded | protobuf-encoded | json encoded | cbor encoded | protobuf encoded'),
    (text) => text.split(/[- ]/)[0]!,
  ),
  map(
    seq(words('encoded | stored | written'), words('as | in'), words('json | cbor | protobuf')),
    ([, , encoding]) => encoding,
  ),
)
const stored: Parser<ClaimBody[]> = map(
  seq(
    alt<unknown>(code, objectPhrase),
    be,
    adverbs,
    encoded,
    opt(mark(',')),
    words('in storage | in etcd | in the storage | in the store'),
  ),
  ([name, no, , encoding]) => {
    const as = encodings.get(encoding)
    return typeof name === 'string' && as !== undefined
      ? [{ kind: 'stored', name, as, negated: no }]
      : [{ kind: 'unseen', what: 'stored bytes' }]
  },
)

/** A claim about what commands do not print. */
export const unseenClause: Parser<ClaimBody[]> = alt(serves, trafficGoes, timesOut, addressWorks, stored)
