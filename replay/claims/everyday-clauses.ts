// Clauses that say in everyday words what fields and lists of objects hold: "is of type", "selects", "requests 1Gi", "the cluster has one node".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, negation, number, quantity, release } from './common-words.ts'
import { anyPod, containerName } from './container-clauses.ts'
import { namedFieldIs } from './field-claims.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'
import { objectPhrase } from './object-phrases.ts'
import { placedClause } from './placed-clauses.ts'
import { inThatState, objectState, state, stateComplement } from './state-predicates.ts'

/** "The cluster has two nodes", "our cluster has no running Pods". */
const clusterHas: Parser<ClaimBody[]> = filterMap(
  seq(
    words('the cluster | this cluster | our cluster | the new cluster | the kind cluster'),
    having,
    adverbs,
    quantity,
    objectPhrase,
    opt(map(seq(adverbs, state), ([, found]) => found)),
  ),
  ([, no, , much, subject, found]) => {
    if (no) return undefined
    const limited = inThatState(subject, found)
    return [{ kind: 'count', subject: { ...limited, number: 'many' }, ...much }]
  },
)

/** "Two Pods are Running and one is Pending", "three Pods run, two of them are ready". */
const partsOfThem: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    objectState,
    alt<unknown>(comma, words('and | but | while'), seq(comma, words('and | but | while'))),
    number,
    opt(words('of them | more | other')),
    be,
    adverbs,
    stateComplement,
  ),
  ([subject, found, , many, , no, , inState]) => {
    if (typeof subject.number !== 'number' || found.negated || no) return undefined
    if ([found.state, inState].some((one) => ['deleted', 'changed', 'existing', 'recreated'].includes(one)))
      return undefined
    const count = (at: string, how: number): ClaimBody => ({
      kind: 'count',
      subject: { ...subject, number: how, state: at },
      comparison: '==',
      number: how,
    })
    return [count(found.state, subject.number), count(inState, many)]
  },
)

/** "The Service is of type `NodePort`". */
const ofType: Parser<ClaimBody[]> = map(
  seq(objectPhrase, be, adverbs, words('of type | of the type'), value),
  ([subject, no, , , said]) => namedFieldIs(subject, 'type', said, no),
)

/** "The Pod is in the Burstable QoS class". */
const qosClass: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    be,
    adverbs,
    words('in | of'),
    opt(words('the')),
    opt(words('qos class')),
    value,
    opt(words('qos class | qos | class')),
  ),
  ([subject, no, , , , before, said, after]) =>
    (before ?? after) !== undefined && subject.kind === 'Pod'
      ? namedFieldIs(subject, '.status.qosClass', said, no)
      : undefined,
)

/** "The Service selects `app=web`", "the Service selects Pods with the label `app=web`". */
const selects: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    auxiliary,
    words('select | selects'),
    opt(seq(opt(words('all | the | only')), words('pods with | pods labeled | pods labelled'))),
    opt(words('the label')),
    code,
  ),
  ([subject, no, , , , said]) => {
    const [, key, wanted] = /^([\w./-]+)[=:]\s?([\w.-]*)$/.exec(said) ?? []
    if (key === undefined || wanted === undefined || subject.kind !== 'Service') return undefined
    return [
      {
        kind: 'element',
        field: { name: '.spec.selector' },
        subject,
        value: `${key}=${wanted}`,
        present: !no,
      },
    ]
  },
)

const amountOf = token((one) => (/^\d+(?:\.\d+)?(?:m|[KMGTPE]i?|k)?$/.test(one.text) ? one.text : undefined))
/** "Each claim requests 1Gi", "the PersistentVolumeClaim requests 2Gi of storage". */
const requests: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    auxiliary,
    words('request | requests | ask for | asks for'),
    alt(code, amountOf),
    opt(words('of storage | storage')),
  ),
  ([subject, no, , amount]) =>
    subject.kind === 'PersistentVolumeClaim'
      ? namedFieldIs(subject, '.spec.resources.requests.storage', amount, no)
      : undefined,
)

/** Of now: what was served, or what a version was, may be that of a cluster before. */
const isNow: Parser<boolean> = map(
  seq(words('is | are | is still | stays | remains'), negation, adverbs),
  ([, no]) => no,
)
/** "The server's version is v1.33.0". */
const serverVersion: Parser<ClaimBody[]> = filterMap(
  seq(
    words(`the server 's version | the api server 's version | the cluster 's version | the server version | the cluster version
      | the version of the server | the version of the api server | the version of the cluster`),
    isNow,
    release,
  ),
  ([, no, found]) =>
    no ? undefined : [{ kind: 'component', component: 'kube-apiserver', running: true, release: found }],
)

const groupVersion = filterMap(code, (text) =>
  /^[a-z][a-z0-9.-]*\/v\d+(?:(?:alpha|beta)\d+)?$/.test(text) ? text : undefined,
)
/** "`policy/v1` is served", "the API `policy/v1beta1` is no longer available". */
const served: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the api | the api version | the api group version | the version | the group version')),
    groupVersion,
    opt(words('api')),
    isNow,
    words('served | available'),
  ),
  ([, version, , no]) => [{ kind: 'served', version, negated: no }],
)

/** "The API server serves `policy/v1`". */
const serves: Parser<ClaimBody[]> = map(
  seq(
    words('the api server | the apiserver | kube-apiserver | the server | the cluster'),
    alt(
      map(words('serves | still serves | offers'), () => false),
      map(words('does not serve | no longer serves | does not offer'), () => true),
    ),
    opt(words('the api | the api version | the group version')),
    groupVersion,
  ),
  ([, negated, , version]) => [{ kind: 'served', version, negated }],
)

/** "The Pod", "container `a`", "the container `a` of the Pod". */
const logger: Parser<{ subject: Subject; container?: string }> = alt<{
  subject: Subject
  container?: string
}>(
  map(objectPhrase, (subject) => ({ subject })),
  map(
    seq(
      opt(words('the')),
      alt(
        map(seq(words('container'), containerName), ([, name]) => name),
        map(seq(containerName, words('container')), ([name]) => name),
      ),
      opt(map(seq(words('of | in'), objectPhrase), ([, subject]) => subject)),
    ),
    ([, container, subject = anyPod]) => ({ subject, container }),
  ),
)
const logs = words('log | logs')
const contains = words('contain | contains | show | shows | include | includes | have | has | say | says')
/** "The logs of the Pod contain `x`", "container `a` logs `x`". */
const logClause: Parser<ClaimBody[]> = filterMap(
  alt(
    map(
      seq(opt(words('the')), logs, words('of'), logger, auxiliary, contains, code),
      ([, , , by, no, , says]) => ({ by, no, says }),
    ),
    map(seq(logger, words("'s"), logs, auxiliary, contains, code), ([by, , , no, , says]) => ({
      by,
      no,
      says,
    })),
    map(seq(logger, auxiliary, words('log | logs | logged'), code), ([by, no, , says]) => ({ by, no, says })),
  ),
  ({ by, no, says }) => (by.subject.kind === 'Pod' ? [{ kind: 'log', ...by, says, negated: no }] : undefined),
)

/** "No Pods are left", "one Pod remains". */
const left: Parser<ClaimBody[]> = filterMap(
  seq(
    alt(
      quantity,
      map(words('none of the | none of'), () => ({ comparison: '==' as const, number: 0 })),
    ),
    objectPhrase,
    alt(
      map(seq(be, adverbs, words('left | remaining | left over | left behind')), ([no]) => no),
      map(words('remain | remains | remained'), () => false),
    ),
  ),
  ([much, subject, no]) =>
    no || subject.which !== undefined
      ? undefined
      : [{ kind: 'count', subject: { ...subject, number: 'many' }, ...much }],
)

/** A claim in everyday words about what objects and the cluster have. */
export const everydayClause: Parser<ClaimBody[]> = alt(
  clusterHas,
  partsOfThem,
  ofType,
  qosClass,
  selects,
  requests,
  serverVersion,
  served,
  serves,
  logClause,
  placedClause,
  left,
)
