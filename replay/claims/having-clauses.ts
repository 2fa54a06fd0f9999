// Clauses that say in everyday words what objects of one kind hold: a volume's size, the pods of a claim, the nodes of a DaemonSet.
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, table, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comparison, number, quantity } from './common-words.ts'
import { namedFieldIs } from './field-claims.ts'
import { objectOf } from './object-phrases.ts'
import { type HowMany, unless } from './possession.ts'

const name = filterMap(code, (text) => (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text) ? text : undefined))
const size = alt(
  filterMap(code, (text) => (/^\d+(?:\.\d+)?(?:[KMGTPE]i?|k)?$/.test(text) ? text : undefined)),
  token((one) => (/^\d+(?:\.\d+)?(?:[KMGTPE]i?|k)$/.test(one.text) ? one.text : undefined)),
)

/** "The claim is bound to a volume of 1Gi". */
const boundToSize: Parser<ClaimBody[]> = filterMap(
  seq(
    objectOf('PersistentVolumeClaim'),
    be,
    adverbs,
    words(
      'bound to a volume of | bound to a volume with | bound to a persistentvolume of | bound to a pv of',
    ),
    size,
  ),
  ([subject, no, , , found]) =>
    no
      ? undefined
      : [
          { kind: 'state', subject, state: 'bound', negated: false },
          ...namedFieldIs(subject, '.status.capacity.storage', found, false),
        ],
)

/** "The request of the claim is still `1Gi`". */
const requestIs: Parser<ClaimBody[]> = map(
  seq(
    alt(
      map(
        seq(words('the request of | the storage request of'), objectOf('PersistentVolumeClaim')),
        ([, subject]) => subject,
      ),
      map(
        seq(objectOf('PersistentVolumeClaim'), words("'s"), words('request | storage request')),
        ([subject]) => subject,
      ),
    ),
    be,
    adverbs,
    size,
  ),
  ([subject, no, , found]) => namedFieldIs(subject, '.spec.resources.requests.storage', found, no),
)

const numberIs = (subject: Subject, name: string, many: HowMany): ClaimBody[] => [
  { kind: 'field', field: { name }, subject, test: { is: 'compares', ...many } },
]

/** "The DaemonSet wants two pods", "the Deployment wants three replicas". */
const wants: Parser<ClaimBody[]> = filterMap(
  seq(
    objectOf('DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet'),
    auxiliary,
    words('want | wants | desire | desires'),
    opt(words('to have')),
    opt(comparison),
    number,
    words('pod | pods | replica | replicas'),
  ),
  ([subject, no, , , how = '==', many]) => {
    const name = subject.kind === 'DaemonSet' ? '.status.desiredNumberScheduled' : '.spec.replicas'
    return numberIs(subject, name, unless({ comparison: how, number: many }, no))
  },
)

/** "The DaemonSet runs on two nodes", "the DaemonSet's desired number is 2". */
const ofDaemonSet: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      objectOf('DaemonSet'),
      auxiliary,
      words('run on | runs on'),
      opt(words('all')),
      opt(comparison),
      number,
      words('nodes | node'),
    ),
    ([subject, no, , , how = '==', many]) =>
      numberIs(subject, '.status.currentNumberScheduled', unless({ comparison: how, number: many }, no)),
  ),
  map(
    seq(
      alt(
        map(seq(objectOf('DaemonSet'), words("'s"), words('desired number')), ([subject]) => subject),
        map(seq(words('the desired number of'), objectOf('DaemonSet')), ([, subject]) => subject),
      ),
      be,
      adverbs,
      number,
    ),
    ([subject, no, , many]) => namedFieldIs(subject, '.status.desiredNumberScheduled', String(many), no),
  ),
)

const kubeletRelease = alt(
  filterMap(code, (text) => /^v?(1\.\d+(?:\.\d+)?)$/.exec(text)?.[1]),
  token((one) => (one.kind === 'code' ? undefined : /^v?(1\.\d+(?:\.\d+)?)$/.exec(one.text)?.[1])),
)
const node: Parser<Subject> = alt(
  objectOf('Node'),
  map(name, (found) => ({ kind: 'Node', resource: 'nodes', names: [found], number: 'one' })),
)
/** "The node `a` runs kubelet 1.28", "`a` runs 1.31", "the kubelet of `a` is v1.28". */
const runsKubelet: Parser<ClaimBody[]> = map(
  alt(
    map(
      seq(
        node,
        auxiliary,
        words('run | runs | has | have | report | reports'),
        opt(words('kubelet | a kubelet of | the kubelet of | kubelet version | version')),
        opt(words('version')),
        kubeletRelease,
      ),
      ([subject, no, , , , found]) => ({ subject, no, found }),
    ),
    map(
      seq(
        words('the kubelet of | the kubelet on'),
        node,
        alt(
          be,
          map(seq(auxiliary, words('run | runs | report | reports')), ([no]) => no),
        ),
        opt(words('at | of | version | still at')),
        kubeletRelease,
      ),
      ([, subject, no, , found]) => ({ subject, no, found }),
    ),
  ),
  ({ subject, no, found }) => [
    {
      kind: 'field',
      field: { name: '.status.nodeInfo.kubeletVersion' },
      subject,
      test: { is: 'release', release: found, negated: no },
    },
  ],
)

/** "The claim uses the class `fast`". */
const usesClass: Parser<ClaimBody[]> = map(
  seq(
    objectOf('PersistentVolumeClaim', 'PersistentVolume'),
    alt(
      map(seq(auxiliary, words('use | uses')), ([no]) => no),
      map(seq(be, adverbs, words('of')), ([no]) => no),
    ),
    opt(words('the')),
    words('class | storage class | storageclass'),
    name,
  ),
  ([subject, no, , , found]) => namedFieldIs(subject, 'storageClassName', found, no),
)

/** "The scheduler puts the Pod on `kind-worker`". */
const putOn: Parser<ClaimBody[]> = map(
  seq(
    words('the scheduler | kube-scheduler'),
    auxiliary,
    words('put | puts | place | places | schedule | schedules | bind | binds | assign | assigns'),
    objectOf('Pod'),
    words('on | onto | to'),
    opt(words('the node | node')),
    name,
  ),
  ([, no, , subject, , , found]) => namedFieldIs(subject, '.spec.nodeName', found, no),
)

/** "The HPA has a minimum of two replicas", "the HPA wants four replicas". */
const ofAutoscaler: Parser<ClaimBody[]> = filterMap(
  seq(
    objectOf('HorizontalPodAutoscaler'),
    auxiliary,
    table({
      'has a minimum of': '.spec.minReplicas',
      'has a maximum of': '.spec.maxReplicas',
      wants: '.status.desiredReplicas',
      'asks for': '.status.desiredReplicas',
    }),
    number,
    opt(words('replicas | replica | pods')),
  ),
  ([subject, no, field, many]) => (no ? undefined : namedFieldIs(subject, field, String(many), false)),
)

/** "No disruption is allowed", "one disruption is allowed". */
const disruptions: Parser<ClaimBody[]> = filterMap(
  seq(quantity, words('disruption | disruptions'), be, adverbs, words('allowed | possible')),
  ([much, , no]) => {
    if (no) return undefined
    const { comparison: is, number: many } = much
    return [
      {
        kind: 'field',
        field: { name: '.status.disruptionsAllowed' },
        subject: { kind: 'PodDisruptionBudget', resource: 'poddisruptionbudgets.policy', number: 'one' },
        test: { is: 'compares', comparison: is, number: many },
      },
    ]
  },
)

/** "The cluster runs 1.33 now". */
const clusterRuns: Parser<ClaimBody[]> = map(
  seq(
    words('the cluster | the control plane | the api server'),
    words('runs | now runs | still runs | is at | is now at | is on | is now on | is back at | is back on'),
    opt(words('kubernetes')),
    kubeletRelease,
  ),
  ([, , , found]) => [{ kind: 'component', component: 'kube-apiserver', running: true, release: found }],
)

/** A claim about what objects of one kind hold. */
export const havingClause: Parser<ClaimBody[]> = alt(
  usesClass,
  putOn,
  ofAutoscaler,
  disruptions,
  clusterRuns,
  boundToSize,
  requestIs,
  ofDaemonSet,
  wants,
  runsKubelet,
)
