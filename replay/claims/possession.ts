// What objects have a number of: replicas and addresses of their own, other objects that belong to them.
import { amountNames } from './amounts.ts'
import { mayHave } from './belongs.ts'
import type { Amount, ClaimBody, Comparison, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, succeed, table, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, comparison, negation, number, quantity } from './common-words.ts'
import { optional } from './field-claims.ts'
import { having } from './having.ts'
import { bareObjects, objectPhrase } from './object-phrases.ts'
import { stateComplement } from './state-predicates.ts'
import { ofObjects, type Predicate } from './topic.ts'

/** A number of objects, with its comparison. */
export interface HowMany {
  comparison: Comparison
  number: number
}

/** The comparison that holds where another one does not. */
export const complements: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '>=': '<',
  '<': '>=',
  '>': '<=',
  '<=': '>',
}
/** "not at least three" is fewer. */
export const unless = ({ comparison: how, number: many }: HowMany, no: boolean): HowMany =>
  no ? { comparison: complements[how], number: many } : { comparison: how, number: many }

/** "exists now, with six replicas": of now; what something was made with may have changed. */
const besideState: Parser<boolean> = (input, at) =>
  input.tokens[at]?.lower === 'with' &&
  input.tokens[at - 1]?.lower === ',' &&
  !input.tokens.slice(0, at).some(({ lower }) => /^(?:was|were|been|created|made|started)$/.test(lower))
    ? [[false, at + 1]]
    : []

/** "has", "did not get", "was assigned": whether it says no. */
export const possessing: Parser<boolean> = alt(
  having,
  besideState,
  map(
    seq(auxiliary, words('got | gets | get | received | receives | receive | acquires | acquired'), adverbs),
    ([no]) => no,
  ),
  map(seq(be, adverbs, words('assigned | given | allocated')), ([no]) => no),
)
const some: HowMany = { comparison: '>=', number: 1 }
/** Of those that are known already. */
const those: HowMany = { ...some }
/** "a", "no", "at least two"; undefined: it says none of these. */
const howMany: Parser<HowMany | undefined> = alt<HowMany | undefined>(
  quantity,
  map(words('a | an | any | some'), () => some),
  map(words('its | the | their'), () => those),
  succeed(undefined),
)
/** "does not have no": that is anybody's guess. */
function much(no: boolean, said: HowMany | undefined, plural: boolean): HowMany | undefined {
  if (said === undefined && !plural) return undefined
  const count = said ?? some
  return no && count.number === 0 ? undefined : unless(count, no)
}

const amountName = table(amountNames)
const allotted = words(
  'assigned | allocated | set | left | attached | configured | yet | specified | present | defined',
)
/** "a cluster IP and no node port". */
const amounts = list(seq(howMany, adverbs, amountName, opt(allotted)), and)
const saysAmount = (
  fits: (amount: Amount, said: HowMany | undefined, plural: boolean) => boolean,
): Parser<Predicate> =>
  filterMap(seq(possessing, amounts), ([no, found]) => {
    // "does not have a and b": not both, or neither?
    if (no && found.length > 1) return undefined
    const counts = found.map(([said, , { amount, plural }]) => {
      const count = fits(amount, said, plural) ? much(no, said, plural) : undefined
      return count && { amount, ...count }
    })
    if (counts.includes(undefined)) return undefined
    return ofObjects((subject) =>
      counts.map((count) => ({ kind: 'amount', ...optional(subject), ...count! })),
    )
  })
/** What is a field as well, whose absence is told by its name. */
const fields: ReadonlySet<Amount> = new Set([
  'finalizers',
  'taints',
  'labels',
  'annotations',
  'conditions',
  'containers',
])
/** What clauses say of a number that is counted, not read from a field. */
export const amountPredicate = saysAmount((amount) => !fields.has(amount))
/** What clauses say of a number that a field holds. */
export const fieldAmountPredicate = saysAmount(
  (amount, said, plural) =>
    fields.has(amount) &&
    // "The label" is one that was named, and not any.
    !(said === those && !plural) &&
    (!plural || (said !== undefined && said !== some && said !== those && said.number > 0)),
)

/** "has no node assigned". */
export const nodePredicate: Parser<Predicate> = map(
  seq(possessing, opt(words('no | a | any | its')), words('node'), words('assigned | set | allocated')),
  ([no, article]) => {
    const none = no !== (article === 'no')
    return ofObjects((subject) => [
      { kind: 'amount', amount: 'nodes', ...optional(subject), ...unless(some, none) },
    ])
  },
)

interface Things {
  kind: Subject
  plural: boolean
}
const pods: Subject = { kind: 'Pod', resource: 'pods', number: 'many' }
/** "succeeded pods", "running replicas", "pods running". */
const things: Parser<Things> = map(
  seq(
    alt<Things>(
      map(bareObjects(), (kind) => ({ kind, plural: kind.number === 'many' })),
      filterMap(bareObjects('replica', 'replicas'), ({ state }) =>
        state === undefined ? undefined : { kind: { ...pods, state }, plural: true },
      ),
    ),
    opt(words('left | remaining')),
    opt(map(seq(adverbs, stateComplement), ([, found]) => found)),
  ),
  ([{ kind, plural }, , inState]) => ({
    plural,
    kind: { ...kind, number: 'many' as const, ...(inState === undefined ? {} : { state: inState }) },
  }),
)
/** "owns", "is running": whether it says no, and in which state what follows is. */
interface Holding {
  no: boolean
  state?: string
  /** It is said of whoever owns them. */
  owns?: true
}
const holding: Parser<Holding> = alt<Holding>(
  map(possessing, (no) => ({ no })),
  map(
    seq(
      auxiliary,
      words('own | owns | manage | manages | create | creates | created | select | selects | make | made'),
      adverbs,
    ),
    ([no, verb]) => (/^(?:own|manage)/.test(verb) ? { no, owns: true } : { no }),
  ),
  map(seq(words('has created | have created | has made | have made'), adverbs), () => ({ no: false })),
  map(seq(auxiliary, words('run | runs')), ([no]) => ({ no, state: 'running' })),
  map(seq(be, adverbs, words('running')), ([no]) => ({ no, state: 'running' })),
)

/** "The Job has no pods": how many belong to it. */
export const belongings: Parser<Predicate> = filterMap(
  seq(holding, howMany, things),
  ([{ no, state, owns }, said, { kind, plural }]) => {
    // Whose they are is another thing than how many.
    if (owns === true && said === those) return undefined
    const count = much(no, said, plural)
    if (count === undefined || kind.which === 'other' || (state !== undefined && kind.state !== undefined))
      return undefined
    const one = state === undefined ? kind : { ...kind, state }
    return (topic) => {
      if (topic === 'same') return [{ kind: 'count', subject: { ...one, ofIt: true }, ...count }]
      if ('fields' in topic) return undefined
      if (topic.objects.some((owner) => !mayHave(owner.kind, kind.kind))) return undefined
      return topic.objects.map(
        (owner): ClaimBody => ({ kind: 'count', subject: { ...one, of: owner }, ...count }),
      )
    }
  },
)

/** "is 3", "dropped to 0", "does not exceed 5". */
export const isNumber: Parser<HowMany> = alt<HowMany>(
  map(seq(be, adverbs, opt(words('equal to | now')), opt(comparison), number), ([no, , , how = '==', many]) =>
    unless({ comparison: how, number: many }, no),
  ),
  map(
    seq(
      auxiliary,
      words(`equals | equal | reaches | reach | reached | drops to | drop to | dropped to | goes to | went to | goes up to
        | goes down to | increases to | increased to | decreases to | decreased to | grows to | grew to | falls to | fell to
        | returns to | becomes | stays at | remains at | goes back to`),
      opt(comparison),
      number,
    ),
    ([no, , how = '==', many]) => unless({ comparison: how, number: many }, no),
  ),
  map(seq(auxiliary, words('exceed | exceeds | exceeded'), number), ([no, , many]) =>
    unless({ comparison: '>', number: many }, no),
  ),
)

const times: Parser<HowMany> = alt<HowMany>(
  map(words('once | exactly once | only once'), () => ({ comparison: '==', number: 1 })),
  map(words('twice | exactly twice'), () => ({ comparison: '==', number: 2 })),
  map(words('at least once'), () => some),
  map(words('more than once | several times | multiple times'), () => ({ comparison: '>', number: 1 })),
  map(seq(quantity, words('times | time')), ([found]) => found),
)
/** "was restarted": whether it says no. */
const restarted: Parser<boolean> = alt(
  map(seq(be, adverbs, words('restarted')), ([no]) => no),
  map(seq(words('has | have | had'), negation, words('restarted')), ([, no]) => no),
  map(seq(auxiliary, words('restart | restarts | restarted')), ([no]) => no),
)
/** "was restarted twice". */
export const restartedTimes: Parser<HowMany> = map(seq(restarted, adverbs, times), ([no, , found]) =>
  unless(found, no),
)
/** "has not restarted". */
export const restartsAtAll: Parser<boolean> = restarted
/** Only pods are: what is restarted of others, somebody does. */
const ofPods =
  (say: (subject: Subject | undefined) => ClaimBody[]): Predicate =>
  (topic) =>
    topic !== 'same' &&
    'objects' in topic &&
    topic.objects.some(({ kind }) => kind !== undefined && kind !== 'Pod')
      ? undefined
      : ofObjects(say)(topic)
/** What clauses say of restarts of pods. */
export const restartPredicate: Parser<Predicate> = alt(
  map(restartedTimes, (found) =>
    ofPods((subject) => [{ kind: 'amount', amount: 'restarts', ...optional(subject), ...found }]),
  ),
  map(restarted, (negated) =>
    ofPods((subject) => [{ kind: 'state', ...optional(subject), state: 'restarted', negated }]),
  ),
)

/** "No pod was restarted". */
export const noneRestarted: Parser<ClaimBody[]> = filterMap(
  seq(words('no | none of the | none of'), objectPhrase, restarted),
  ([, subject, no]) =>
    no || subject.kind !== 'Pod'
      ? undefined
      : [
          {
            kind: 'count',
            subject: { ...subject, number: 'many', state: 'restarted' },
            comparison: '==',
            number: 0,
          },
        ],
)

/** "The number of ready replicas of the Deployment is 3". */
export const numberOfAmount: Parser<ClaimBody[]> = map(
  seq(
    words('the number of | number of'),
    amountName,
    opt(map(seq(words('of | in | for'), objectPhrase), ([, subject]) => subject)),
    isNumber,
  ),
  ([, { amount }, subject, found]) => [{ kind: 'amount', amount, ...optional(subject), ...found }],
)
