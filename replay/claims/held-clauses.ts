// Clauses in everyday words about what objects of one kind hold: keys of data, ports and endpoints of Services, what a disruption budget allows.
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, number, quantity } from './common-words.ts'
import { namedFieldIs, optional } from './field-claims.ts'
import { plainField } from './field-phrases.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'
import { namedOr, objectOf, objectPhrase } from './object-phrases.ts'
import type { HowMany } from './possession.ts'
import { inThatState, objectState } from './state-predicates.ts'

const dataHolder = alt(objectOf('ConfigMap', 'Secret'), namedOr('ConfigMap', 'configmaps'))
const service = namedOr('Service', 'services')
const budget = objectOf('PodDisruptionBudget')
const autoscaler = objectOf('HorizontalPodAutoscaler')
const quota = objectOf('ResourceQuota')

const element = (subject: Subject, name: string, said: string, present: boolean): ClaimBody => ({
  kind: 'element',
  field: { name },
  subject,
  value: said,
  present,
})
const numberIn = (subject: Subject, name: string, { comparison, number: many }: HowMany): ClaimBody[] =>
  comparison === '=='
    ? namedFieldIs(subject, name, String(many), false)
    : [{ kind: 'field', field: { name }, subject, test: { is: 'compares', comparison, number: many } }]

const keyNoun = words('key | keys | entry | entries')
/** "The ConfigMap has the key `a`", "has two keys", "has no key `b`". */
const keys: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(dataHolder, having, quantity, adverbs, keyNoun), ([subject, no, much]) =>
    no ? undefined : [{ kind: 'members', field: { name: '.data' }, subject, ...much }],
  ),
  filterMap(
    seq(
      dataHolder,
      having,
      opt(words('the | a | an | no')),
      keyNoun,
      opt(words('named | called')),
      list(code, and),
    ),
    ([subject, no, article, , , names]) => {
      const absent = no !== (article === 'no')
      if ((absent && names.length > 1) || (no && article === 'no')) return undefined
      return names.map((name) => element(subject, '.data', name, !absent))
    },
  ),
)

const portNoun = words('port | ports | tcp port | udp port')
/** "The Service listens on port 80", "is exposed on the node port 30080", "has the port 80". */
const ports: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(
    seq(
      service,
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
    ([subject, no, , name, said]) => [element(subject, name, said, !no)],
  ),
  map(
    seq(opt(words('the | a')), words('port of'), service, be, adverbs, words('named | called'), code),
    ([, , subject, no, , , name]) => [element(subject, '.spec.ports.name', name, !no)],
  ),
)

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
    budget,
    auxiliary,
    words('allows | allow | permits'),
    quantity,
    words('disruption | disruptions | eviction | evictions'),
  ),
  ([subject, no, , much]) => (no ? undefined : numberIn(subject, '.status.disruptionsAllowed', much)),
)
const demanded: Parser<ClaimBody[]> = map(
  seq(
    budget,
    auxiliary,
    words('requires | require | demands'),
    opt(words('at least | a minimum of')),
    value,
    words('available pods | available pod | pods to be available | pod to be available'),
  ),
  ([subject, no, , , said]) => namedFieldIs(subject, '.spec.minAvailable', said, no),
)
/** "The budget demands that at least two Pods are available". */
const demandedThat: Parser<ClaimBody[]> = filterMap(
  seq(
    budget,
    auxiliary,
    words('requires | require | demands | demand | makes sure | ensures | asks'),
    words('that'),
    opt(words('at least | a minimum of')),
    value,
    words('pods | pod'),
    be,
    words('available'),
  ),
  ([subject, no, , , , said, , not]) =>
    no || not ? undefined : namedFieldIs(subject, '.spec.minAvailable', said, false),
)
const healthy: Parser<ClaimBody[]> = filterMap(
  seq(budget, having, quantity, words('healthy pods | healthy pod')),
  ([subject, no, much]) => (no ? undefined : numberIn(subject, '.status.currentHealthy', much)),
)

/** "The Deployment is at revision 2". */
const revision: Parser<ClaimBody[]> = map(
  seq(objectPhrase, be, adverbs, words('at | on'), opt(words('the')), words('revision'), value),
  ([subject, no, , , , , said]) => namedFieldIs(subject, 'revision', said, no),
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
const bound: Parser<ClaimBody[]> = map(
  seq(
    objectOf('PersistentVolumeClaim', 'PersistentVolume'),
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
    const field = subject.kind === 'PersistentVolumeClaim' ? '.spec.volumeName' : '.spec.claimRef.name'
    return namedFieldIs(subject, field, last, no)
  },
)

/** "The autoscaler scales between 2 and 6 replicas", "has a minimum of 2 and a maximum of 6 replicas". */
const limits: Parser<ClaimBody[]> = map(
  seq(
    autoscaler,
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
  ([subject, [least, most]]) => [
    ...namedFieldIs(subject, '.spec.minReplicas', String(least), false),
    ...namedFieldIs(subject, '.spec.maxReplicas', String(most), false),
  ],
)
const target: Parser<ClaimBody[]> = filterMap(
  seq(autoscaler, auxiliary, words('targets | target | scales | scale'), objectPhrase),
  ([subject, no, , found]) =>
    found.names?.length !== 1
      ? undefined
      : [
          ...namedFieldIs(subject, '.spec.scaleTargetRef.name', found.names[0]!, no),
          ...(found.kind === undefined || no
            ? []
            : namedFieldIs(subject, '.spec.scaleTargetRef.kind', found.kind, false)),
        ],
)

const resource = filterMap(
  alt(
    code,
    map(plainField, ({ name }) => name),
    map(objectPhrase, (subject) => (subject.resource ?? '').split('.')[0]!),
  ),
  (name) => (name === '' ? undefined : name),
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
  map(
    seq(
      quota,
      words('uses | has used | used | counts'),
      number,
      opt(map(seq(words('of | out of'), number), ([, hard]) => hard)),
      resource,
    ),
    ([subject, , used, hard, name]) => [
      quotaOf(subject, 'used', name, used),
      ...(hard === undefined ? [] : [quotaOf(subject, 'hard', name, hard)]),
    ],
  ),
  map(
    seq(quota, words('allows | permits | has room for'), opt(words('at most | up to')), number, resource),
    ([subject, , , many, name]) => [quotaOf(subject, 'hard', name, many)],
  ),
  map(
    seq(quota, words('limits | restricts'), opt(words('the number of')), resource, words('to'), number),
    ([subject, , , name, , many]) => [quotaOf(subject, 'hard', name, many)],
  ),
  map(
    seq(
      quota,
      words('shows that | reports that | counts that'),
      number,
      resource,
      words('are used | is used'),
    ),
    ([subject, , many, name]) => [quotaOf(subject, 'used', name, many)],
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
  seq(objectOf('Node'), having, opt(words('a | any | no')), words('memory | disk | pid'), words('pressure')),
  ([subject, no, article, what]) => {
    if (no && article === 'no') return undefined
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
  demandedThat,
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
