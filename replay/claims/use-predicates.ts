// What clauses say objects use and run on: the host network, an image, a ServiceAccount, a node; and how many of them they were scaled to.
import type { ClaimBody, FieldTest, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, table, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, number } from './common-words.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { referenceFields } from './lexicon.ts'
import { kindNoun, objectPhrase } from './object-phrases.ts'
import { unless } from './possession.ts'
import { ofObjects, type Predicate } from './topic.ts'

interface Given {
  field: string
  value: string
}
const features: Readonly<Record<string, Given>> = {
  'the host network': { field: 'hostNetwork', value: 'true' },
  'host network': { field: 'hostNetwork', value: 'true' },
  'host networking': { field: 'hostNetwork', value: 'true' },
  "the host 's network": { field: 'hostNetwork', value: 'true' },
  'the host pid namespace': { field: 'hostPID', value: 'true' },
  'the host ipc namespace': { field: 'hostIPC', value: 'true' },
  'a user namespace': { field: 'hostUsers', value: 'false' },
  'user namespaces': { field: 'hostUsers', value: 'false' },
}
const name = filterMap(code, (text) => (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text) ? text : undefined))
const reference: Parser<Given> = filterMap(
  seq(
    opt(words('the | a')),
    alt(
      map(seq(kindNoun, name), ([{ kind }, value]) => ({ kind, value })),
      map(seq(name, kindNoun), ([value, { kind }]) => ({ kind, value })),
    ),
  ),
  ([, { kind, value }]) =>
    Object.hasOwn(referenceFields, kind) ? { field: referenceFields[kind]!, value } : undefined,
)
/** A reference with a tag or a digest that is surely one: an address has a port, and a label no version. */
const isImage =
  /^(?:[a-z0-9.-]+(?::\d+)?\/[a-z0-9][a-z0-9./_-]*|[a-z0-9][a-z0-9_-]*(?=:v?\d+\.|:latest$|@))(?::\w[\w.-]*|@sha256:[0-9a-f]{64})$/
const image: Parser<Given> = map(
  alt(
    map(seq(opt(words('the | an')), words('image'), code), ([, , value]) => value),
    map(seq(opt(words('the | an')), code, words('image')), ([, value]) => value),
    filterMap(code, (text) => (isImage.test(text) ? text : undefined)),
  ),
  (value) => ({ field: 'image', value }),
)
const using: Parser<boolean> = alt(
  map(
    seq(
      auxiliary,
      words('use | uses | used | run | runs | run in | runs in | run with | runs with | run on | runs on'),
    ),
    ([no]) => no,
  ),
  map(seq(be, adverbs, words('using | running in | running with | running on')), ([no]) => no),
)
const equals = (value: string, no: boolean): FieldTest =>
  no ? { is: 'differs', value } : { is: 'equals', value }
const give = (subject: Subject | undefined, { field, value }: Given, no: boolean): ClaimBody[] =>
  fieldClaims(
    { fields: [{ name: field }], subjects: subject === undefined ? [] : [subject] },
    equals(value, no),
  )

const isPodLike = ({ kind }: Subject): boolean => kind === undefined || kind === 'Pod'
/** An image of a Pod is one of its spec: its status has it in other words. */
const imageField = (subject: Subject | undefined): string =>
  subject === undefined || isPodLike(subject)
    ? '.spec.containers.image'
    : '.spec.template.spec.containers.image'

/** "uses the host network", "does not use the ServiceAccount `x`". */
const usesPredicate: Parser<Predicate> = map(
  seq(using, alt(table(features), reference, image)),
  ([no, given]) =>
    ofObjects((subject) =>
      give(subject, given.field === 'image' ? { ...given, field: imageField(subject) } : given, no),
    ),
)

/** "runs on the node `x`", "was scheduled to `x`": of those that run there, that they do. */
const onNode: Parser<Predicate> = map(
  seq(
    alt(
      map(
        seq(
          be,
          adverbs,
          words('running | scheduled | rescheduled | moved | placed | assigned | bound | located'),
        ),
        ([no, , verb]) => ({ no, verb }),
      ),
      map(seq(auxiliary, words('run | runs | land | lands | landed')), ([no, verb]) => ({ no, verb })),
    ),
    words('on | onto | to'),
    opt(words('the')),
    opt(words('node')),
    name,
    opt(words('node')),
  ),
  ([{ no, verb }, , , , node]) =>
    (topic) => {
      if (topic !== 'same' && ('fields' in topic || !topic.objects.every(isPodLike))) return undefined
      return ofObjects((subject) => [
        ...(verb === 'running' && !no
          ? [{ kind: 'state' as const, ...optional(subject), state: 'running', negated: false }]
          : []),
        ...give(subject, { field: '.spec.nodeName', value: node }, no),
      ])(topic)
    },
)

const ways: Readonly<Record<string, 'up' | 'down' | undefined>> = {
  up: 'up',
  out: 'up',
  down: 'down',
  in: 'down',
  back: undefined,
  'back up': 'up',
  'back down': 'down',
}
const scaledTo = map(
  seq(opt(table(ways)), words('to'), number, opt(words('replicas | replica | pods | pod | instances'))),
  ([moved, , count]) => ({ moved, count }),
)
const replicas = (
  subject: Subject | undefined,
  { moved, count }: { moved: 'up' | 'down' | undefined; count: number },
  no: boolean,
): ClaimBody => ({
  kind: 'amount',
  amount: 'replicas',
  ...optional(subject),
  ...unless({ comparison: '==', number: count }, no),
  ...(moved === undefined || no ? {} : { moved }),
})
const scaledPredicate: Parser<Predicate> = map(
  seq(
    alt(
      map(seq(be, adverbs, words('scaled')), ([no]) => no),
      map(seq(auxiliary, words('scale | scales | scaled')), ([no]) => no),
    ),
    scaledTo,
  ),
  ([no, found]) => ofObjects((subject) => [replicas(subject, found, no)]),
)
/** What clauses say of the image, node, network and accounts of objects, and of scaling. */
export const usePredicate: Parser<Predicate> = alt(usesPredicate, onNode, scaledPredicate)

/** "The HPA scaled the Deployment to 5 replicas": it is what its status says that it wants. */
export const scalesClause: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    opt(words('has | have | had')),
    words('scaled | scales | scale | raises | raised | lowers | lowered | brings | brought'),
    objectPhrase,
    scaledTo,
    opt(
      seq(comma, words('its minimum | its maximum | since that is its minimum | since that is its maximum')),
    ),
  ),
  ([autoscaler, , , scaled, found]) =>
    autoscaler.kind !== 'HorizontalPodAutoscaler'
      ? undefined
      : [
          replicas(scaled, found, false),
          ...give(autoscaler, { field: '.status.desiredReplicas', value: String(found.count) }, false),
        ],
)
