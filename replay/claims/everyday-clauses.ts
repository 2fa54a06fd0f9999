// Clauses that say in everyday words what fields and lists of objects hold: "is of type", "selects", "requests 1Gi", "the cluster has one node".
import type { ClaimBody, FieldTest, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, number, quantity } from './common-words.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'
import { objectPhrase } from './object-phrases.ts'
import { objectState, state, stateComplement } from './state-predicates.ts'

const ofField = (subject: Subject, name: string, said: string, no: boolean): ClaimBody[] => {
  const test: FieldTest = no ? { is: 'differs', value: said } : { is: 'equals', value: said }
  return [{ kind: 'field', field: { name }, subject, test }]
}

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
    const limited = found === undefined || found === 'existing' ? subject : { ...subject, state: found }
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
    if ([found.state, inState].some((one) => ['deleted', 'changed', 'existing'].includes(one)))
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
  ([subject, no, , , said]) => ofField(subject, 'type', said, no),
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
    opt(words('qos class | qos')),
  ),
  ([subject, no, , , , before, said, after]) =>
    (before ?? after) !== undefined && subject.kind === 'Pod'
      ? ofField(subject, '.status.qosClass', said, no)
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
      ? ofField(subject, '.spec.resources.requests.storage', amount, no)
      : undefined,
)

const version = token((one) =>
  /^v?1\.\d+(?:\.\d+)?$/.test(one.text) ? one.text.replace(/^v/, '') : undefined,
)
/** "The server's version is v1.33.0". */
const serverVersion: Parser<ClaimBody[]> = filterMap(
  seq(
    words(`the server 's version | the api server 's version | the cluster 's version | the server version | the cluster version
      | the version of the server | the version of the api server | the version of the cluster`),
    be,
    adverbs,
    alt(
      version,
      filterMap(code, (text) => (/^v?1\.\d+(?:\.\d+)?$/.test(text) ? text.replace(/^v/, '') : undefined)),
    ),
  ),
  ([, no, , release]) =>
    no ? undefined : [{ kind: 'component', component: 'kube-apiserver', running: true, release }],
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
)
