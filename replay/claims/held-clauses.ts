// Clauses in everyday words about what objects of one kind hold: keys of data, ports and endpoints of Services, what a disruption budget allows.
import type { ClaimBody, Comparison, FieldTest, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, number, quantity } from './common-words.ts'
import { optional } from './field-claims.ts'
import { plainField } from './field-phrases.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'
import { objectPhrase } from './object-phrases.ts'
import { inThatState, objectState } from './state-predicates.ts'

const isOf =
  (...kinds: string[]) =>
  ({ kind }: Subject): boolean =>
    kind !== undefined && kinds.includes(kind)
const holdsData = isOf('ConfigMap', 'Secret')
const field = (subject: Subject | undefined, name: string, test: FieldTest): ClaimBody[] => [
  { kind: 'field', field: { name }, ...optional(subject), test },
]
const equals = (said: string, no: boolean): FieldTest =>
  no ? { is: 'differs', value: said } : { is: 'equals', value: said }
const element = (subject: Subject, name: string, said: string, present: boolean): ClaimBody => ({
  kind: 'element',
  field: { name },
  subject,
  value: said,
  present,
})
const compares = (how: Comparison, many: number): FieldTest =>
  how === '==' ? { is: 'equals', value: String(many) } : { is: 'compares', comparison: how, number: many }

const keyNoun = words('key | keys | entry | entries')
/** "The ConfigMap has the key `a`", "has two keys", "has no key `b`". */
const keys: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(objectPhrase, having, quantity, adverbs, keyNoun), ([subject, no, much]) =>
    no || !holdsData(subject) ? undefined : [{ kind: 'members', field: { name: '.data' }, subject, ...much }],
  ),
  filterMap(
    seq(
      objectPhrase,
      having,
      opt(words('the | a | an | no')),
      keyNoun,
      opt(words('named | called')),
      list(code, and),
    ),
    ([subject, no, article, , , names]) => {
      const absent = no !== (article === 'no')
      if (!holdsData(subject) || (absent && names.length > 1) || (no && article === 'no')) return undefined
      return names.map((name) => element(subject, '.data', name, !absent))
    },
  ),
)

const portNoun = words('port | ports | tcp port | udp port')
/** "The Service listens on port 80", "is exposed on the node port 30080", "has the port 80". */
const ports: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      objectPhrase,
      alt(
        map(seq(auxiliary, words('listens on | listen on | exposes | expose | uses | use')), ([no]) => no),
        map(seq(be, adverbs, words('exposed on | exposed at')), ([no]) => no),
        having,
      ),
      opt(words('the | a')),
      alt(
        map(words('node port'), () => '.spec.ports.nodePort'),
        map(words('target port'), () => '.spec.ports.targetPort'),
        map(portNoun, () => '.spec.ports.port'),
      ),
      value,
    ),
    ([subject, no, , name, said]) =>
      isOf('Service')(subject) ? [element(subject, name, said, !no)] : undefined,
  ),
  filterMap(
    seq(opt(words('the | a')), words('port of'), objectPhrase, be, adverbs, words('named | called'), code),
    ([, , subject, no, , , name]) =>
      isOf('Service')(subject) ? [element(subject, '.spec.ports.name', name, !no)] : undefined,
  ),
)

const service = filterMap(objectPhrase, (subject) => (isOf('Service')(subject) ? subject : undefined))
const pods = words('pods | pod | endpoints | endpoint')
const howMany = alt(
  quantity,
  map(words('a | one'), () => ({ comparison: '==' as const, number: 1 })),
)
/** "Three Pods back the Service", "the Service is backed by two Pods". */
const backing: Parser<ClaimBody[]> = map(
  alt(
    map(seq(howMany, pods, words('back | backs | stand behind | serve'), service), ([much, , , subject]) => ({
      much,
      subject,
    })),
    filterMap(seq(service, be, adverbs, words('backed by'), howMany, pods), ([subject, no, , , much]) =>
      no ? undefined : { much, subject },
    ),
  ),
  ({ much, subject }) => [{ kind: 'members', field: { name: 'endpoints' }, subject, ...much }],
)

/** "The budget allows one disruption", "requires at least two available pods". */
const disruptions: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    auxiliary,
    words('allows | allow | permits'),
    quantity,
    words('disruption | disruptions | eviction | evictions'),
  ),
  ([subject, no, , much]) =>
    no || !isOf('PodDisruptionBudget')(subject)
      ? undefined
      : field(subject, '.status.disruptionsAllowed', compares(much.comparison, much.number)),
)
const demanded: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    auxiliary,
    words('requires | require | demands'),
    opt(words('at least | a minimum of')),
    value,
    words('available pods | available pod | pods to be available | pod to be available'),
  ),
  ([subject, no, , , said]) =>
    isOf('PodDisruptionBudget')(subject) ? field(subject, '.spec.minAvailable', equals(said, no)) : undefined,
)
const healthy: Parser<ClaimBody[]> = filterMap(
  seq(objectPhrase, having, quantity, words('healthy pods | healthy pod')),
  ([subject, no, much]) =>
    no || !isOf('PodDisruptionBudget')(subject)
      ? undefined
      : field(subject, '.status.currentHealthy', compares(much.comparison, much.number)),
)

/** "The Deployment is at revision 2". */
const revision: Parser<ClaimBody[]> = map(
  seq(objectPhrase, be, adverbs, words('at | on'), opt(words('the')), words('revision'), value),
  ([subject, no, , , , , said]) => field(subject, 'revision', equals(said, no)),
)

/** "Between two and four pods are running", "2 to 4 pods are running". */
const range: Parser<ClaimBody[]> = filterMap(
  seq(
    opt(words('between | from')),
    number,
    words('and | to | or'),
    number,
    filterMap(objectPhrase, (subject) => (subject.number === 'many' ? subject : undefined)),
    objectState,
  ),
  ([between, least, word, most, subject, found]) => {
    if (found.negated || least >= most || ['deleted', 'changed'].includes(found.state)) return undefined
    if ((between === 'between') !== (word === 'and') || (word === 'or' && most !== least + 1))
      return undefined
    const one = inThatState(subject, found.state)
    return [
      { kind: 'count', subject: one, comparison: '>=', number: least },
      { kind: 'count', subject: one, comparison: '<=', number: most },
    ]
  },
)

/** "There are between two and four pods". */
const thereRange: Parser<ClaimBody[]> = filterMap(
  seq(
    words('there'),
    be,
    adverbs,
    opt(words('between')),
    number,
    words('and | to'),
    number,
    filterMap(objectPhrase, (subject) => (subject.number === 'many' ? subject : undefined)),
  ),
  ([, no, , between, least, word, most, subject]) =>
    no || least >= most || (between === undefined) === (word === 'and')
      ? undefined
      : [
          { kind: 'count', subject, comparison: '>=', number: least },
          { kind: 'count', subject, comparison: '<=', number: most },
        ],
)

/** "All three replicas of the Deployment are available". */
const allReplicas: Parser<ClaimBody[]> = filterMap(
  seq(
    words('all | all of the | all the'),
    number,
    words('replicas'),
    opt(map(seq(words('of | in'), objectPhrase), ([, subject]) => subject)),
    be,
    adverbs,
    words('available | ready | updated'),
  ),
  ([, many, , subject, no, , how]) =>
    no
      ? undefined
      : ([`${how} replicas`, 'replicas'] as const).map((amount) => ({
          kind: 'amount' as const,
          amount: amount as 'replicas',
          ...optional(subject),
          comparison: '==' as const,
          number: many,
        })),
)

/** "The rollout (of the Deployment) is complete", "is still in progress". */
const rollout: Parser<ClaimBody[]> = map(
  seq(
    words('the rollout | the roll-out | the rolling update'),
    opt(map(seq(words('of'), objectPhrase), ([, subject]) => subject)),
    alt(
      map(
        seq(be, adverbs, words('complete | completed | finished | done | over | successful')),
        ([no]) => no,
      ),
      map(seq(be, adverbs, words('in progress | incomplete | ongoing | stuck')), ([no]) => !no),
      map(words('has completed | has finished | completed | finished | completes | succeeded'), () => false),
    ),
  ),
  ([, subject, negated]) => [{ kind: 'state', ...optional(subject), state: 'rolled out', negated }],
)

/** "is bound to the volume `vol`", "is claimed by `data`". */
const bound: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    be,
    adverbs,
    words('bound to | claimed by | used by'),
    opt(words('the')),
    opt(
      words(
        'volume | persistentvolume | persistent volume | pv | claim | pvc | persistentvolumeclaim | persistent volume claim',
      ),
    ),
    code,
  ),
  ([subject, no, , , , , name]) => {
    const [, , last = name] = /^([^/]+)\/([^/]+)$/.exec(name) ?? []
    if (isOf('PersistentVolumeClaim')(subject)) return field(subject, '.spec.volumeName', equals(last, no))
    return isOf('PersistentVolume')(subject)
      ? field(subject, '.spec.claimRef.name', equals(last, no))
      : undefined
  },
)

/** "The autoscaler scales between 2 and 6 replicas", "has a minimum of 2 and a maximum of 6 replicas". */
const limits: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    alt(
      map(
        seq(words('scales between | keeps between | has between'), number, words('and'), number),
        ([, least, , most]) => [least, most] as const,
      ),
      map(
        seq(having, words('a minimum of'), number, words('and a maximum of | and at most'), number),
        ([, , least, , most]) => [least, most] as const,
      ),
    ),
    opt(words('replicas | pods')),
  ),
  ([subject, [least, most]]) =>
    isOf('HorizontalPodAutoscaler')(subject)
      ? [
          ...field(subject, '.spec.minReplicas', equals(String(least), false)),
          ...field(subject, '.spec.maxReplicas', equals(String(most), false)),
        ]
      : undefined,
)
const target: Parser<ClaimBody[]> = filterMap(
  seq(objectPhrase, auxiliary, words('targets | target | scales | scale'), objectPhrase),
  ([subject, no, , found]) =>
    !isOf('HorizontalPodAutoscaler')(subject) || found.names?.length !== 1
      ? undefined
      : [
          ...field(subject, '.spec.scaleTargetRef.name', equals(found.names[0]!, no)),
          ...(found.kind === undefined || no
            ? []
            : field(subject, '.spec.scaleTargetRef.kind', equals(found.kind, false))),
        ],
)

const resource = alt(
  code,
  map(plainField, ({ name }) => name),
  map(objectPhrase, (subject) => (subject.resource ?? '').split('.')[0]!),
)
const quotaOf = (subject: Subject, of: 'used' | 'hard', name: string, many: number): ClaimBody => ({
  kind: 'quota',
  subject,
  of,
  resource: name,
  comparison: '==',
  number: many,
})
/** "The quota has used 3 of 5 pods", "allows five pods", "limits the number of pods to 5". */
const quotas: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      objectPhrase,
      words('uses | has used | used | counts'),
      number,
      opt(map(seq(words('of | out of'), number), ([, hard]) => hard)),
      resource,
    ),
    ([subject, , used, hard, name]) =>
      isOf('ResourceQuota')(subject) && name !== ''
        ? [
            quotaOf(subject, 'used', name, used),
            ...(hard === undefined ? [] : [quotaOf(subject, 'hard', name, hard)]),
          ]
        : undefined,
  ),
  filterMap(
    seq(
      objectPhrase,
      words('allows | permits | has room for'),
      opt(words('at most | up to')),
      number,
      resource,
    ),
    ([subject, , , many, name]) =>
      isOf('ResourceQuota')(subject) && name !== '' ? [quotaOf(subject, 'hard', name, many)] : undefined,
  ),
  filterMap(
    seq(
      objectPhrase,
      words('limits | restricts'),
      opt(words('the number of')),
      resource,
      words('to'),
      number,
    ),
    ([subject, , , name, , many]) =>
      isOf('ResourceQuota')(subject) && name !== '' ? [quotaOf(subject, 'hard', name, many)] : undefined,
  ),
  filterMap(
    seq(
      objectPhrase,
      words('shows that | reports that | counts that'),
      number,
      resource,
      words('are used | is used'),
    ),
    ([subject, , many, name]) =>
      isOf('ResourceQuota')(subject) && name !== '' ? [quotaOf(subject, 'used', name, many)] : undefined,
  ),
)

/** "has the pods `a`, `b` and `c`": each of them is there. */
const hasNamed: Parser<ClaimBody[]> = filterMap(
  seq(objectPhrase, having, words('the'), objectPhrase),
  ([of, no, , subject]) =>
    no || subject.names === undefined || subject.kind !== 'Pod'
      ? undefined
      : subject.names.flatMap((name): ClaimBody[] => {
          const one: Subject = { ...subject, names: [name], number: 'one' }
          return [
            { kind: 'state', subject: one, state: 'existing', negated: false },
            { kind: 'owner', subject: one, owner: of, negated: false },
          ]
        }),
)

/** "has memory pressure": a condition by the words of its type. */
const pressure: Parser<ClaimBody[]> = filterMap(
  seq(objectPhrase, having, opt(words('a | any | no')), words('memory | disk | pid'), words('pressure')),
  ([subject, no, article, what]) => {
    if (!isOf('Node')(subject) || (no && article === 'no')) return undefined
    const condition = `${what === 'pid' ? 'PID' : what[0]!.toUpperCase() + what.slice(1)}Pressure`
    const status = no || article === 'no' ? 'False' : 'True'
    return [{ kind: 'condition', condition, subject, present: true, status }]
  },
)

/** A claim about what objects of one kind hold. */
export const heldClause: Parser<ClaimBody[]> = alt(
  keys,
  ports,
  backing,
  disruptions,
  demanded,
  healthy,
  revision,
  range,
  thereRange,
  allReplicas,
  rollout,
  bound,
  limits,
  target,
  quotas,
  hasNamed,
  pressure,
)
