// What clauses say objects are: running, gone, in a phase.
import type { ClaimBody, FieldTest, Subject } from './claim.ts'
import { alt, filterMap, map, memo, opt, type Parser, seq, table, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, negation } from './common-words.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { accompanied } from './having.ts'
import { objectStates, objectVerbs } from './lexicon.ts'
import type { Predicate } from './topic.ts'

/** A status that is written as kubectl's column has it: `ContainerCreating`. */
const statusWord: Parser<string> = alt(
  filterMap(code, (text) =>
    /^(?:[A-Z][A-Za-z]+|Init:(?:\d+\/\d+|[A-Z]\w+))$/.test(text) ? text.toLowerCase() : undefined,
  ),
  token((one) =>
    one.kind === 'word' && /^[A-Z][a-z]+(?:[A-Z][A-Za-z]+)?$/.test(one.text) ? one.lower : undefined,
  ),
)
/** A state of objects, by the words of the table or by a word like `Running`. */
export const state: Parser<string> = alt(table(objectStates), statusWord)
const stateNoun = words('state | phase | status | states')
/** A state after a verb: "running", "in the state Running". */
export const stateComplement: Parser<string> = alt(
  state,
  map(
    seq(
      words(
        'in | in the | in a | in state | in phase | in status | at | marked | marked as | reported as | stuck in | stuck in the | set to',
      ),
      state,
      opt(stateNoun),
    ),
    ([, found]) => found,
  ),
  map(seq(words('the | a'), state, stateNoun), ([, found]) => found),
  map(
    seq(words('in the phase | in the state | in the status | in phase | in state'), state),
    ([, found]) => found,
  ),
)
const moving =
  words(`enters | enter | entered | goes to | go to | goes into | moves to | move to | moves into | transitions to
  | transition to | transitioned to | reaches | reach | ends up | end up | ended up | stays | stay | remains | remain
  | remained | stayed | keeps | goes | turns | shows as | shows up as | continues in | gets into | switches to`)

/** What objects have done. */
const perfect: Readonly<Record<string, string>> = {
  changed: 'changed',
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  finished: 'finished',
  terminated: 'terminated',
  survived: 'existing',
}

interface Said {
  state: string
  negated: boolean
}
/** A verb with a state, and whether it is negated. */
export const objectState: Parser<Said> = memo(
  alt<Said>(
    map(seq(be, adverbs, stateComplement), ([negated, , found]) => ({ state: found, negated })),
    map(
      seq(auxiliary, moving, opt(words('in | the | in the | at')), stateComplement, opt(stateNoun)),
      ([negated, , , found]) => ({ state: found, negated }),
    ),
    map(seq(be, adverbs, words('mutable | editable')), ([no]) => ({ state: 'immutable', negated: !no })),
    map(seq(auxiliary, table(objectVerbs)), ([negated, found]) => ({ state: found, negated })),
    map(seq(be, adverbs, words('unchanged | untouched | unmodified | the same as before')), ([no]) => ({
      state: 'changed',
      negated: !no,
    })),
    map(seq(words('has | have | had'), negation, table(perfect)), ([, negated, found]) => ({
      state: found,
      negated,
    })),
    map(seq(auxiliary, words('get | gets'), table(objectStates)), ([negated, , found]) => ({
      state: found,
      negated,
    })),
    map(
      words('can not be scheduled | could not be scheduled | can no longer be scheduled | can not be placed'),
      () => ({
        state: 'scheduled',
        negated: true,
      }),
    ),
    map(
      seq(
        auxiliary,
        words('survive | survives | survived | outlive | outlives | outlived'),
        words(`the scale-down | the scaling | the restart | the upgrade | the downgrade | the rollback | the deletion | the drain
          | the update | the change | the rollout | the roll-out | this | that | it | both`),
      ),
      ([negated]) => ({ state: 'existing', negated }),
    ),
    map(seq(adverbs, words('running | pending')), ([, found]) => ({ state: found, negated: false })),
    map(
      seq(words('has | have'), opt(words('the | a')), words('status | phase'), statusWord),
      ([, , , found]) => ({ state: found, negated: false }),
    ),
    map(seq(words('has | have'), words('the | a'), statusWord, stateNoun), ([, , found]) => ({
      state: found,
      negated: false,
    })),
  ),
)

/** Those of the objects that are in a state: all that there are exist, and what was recreated is new. */
export function inThatState(subject: Subject, found: string | undefined): Subject {
  if (found === undefined || found === 'existing') return subject
  return found === 'recreated' ? { ...subject, which: 'new' } : { ...subject, state: found }
}

/** Said of a number of objects, it is their number. */
export function stateClaim(subject: Subject | undefined, found: string, negated: boolean): ClaimBody {
  if (
    typeof subject?.number === 'number' &&
    found === 'terminated' &&
    !negated &&
    subject.names === undefined
  )
    return { kind: 'gone', subject: { ...subject, number: 'many' }, comparison: '==', number: subject.number }
  if (
    subject === undefined ||
    typeof subject.number !== 'number' ||
    found === 'deleted' ||
    found === 'changed' ||
    negated
  )
    return { kind: 'state', ...optional(subject), state: found, negated }
  return { kind: 'count', subject: inThatState(subject, found), comparison: '==', number: subject.number }
}

/** What clauses say of the states of objects. */
export const statePredicate: Parser<Predicate> = map(
  seq(
    objectState,
    adverbs,
    opt(words('as before | like before | as it was before | as they were before')),
    opt(seq(opt(comma), opt(words('but')), accompanied)),
    opt(words('set | reserved | preserved | kept | present | reference | field | fields')),
  ),
  ([{ state: found, negated }, , , accompaniment]) =>
    (topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
      if (found === 'changed' && topic === 'same') return undefined
      const subjects = topic === 'same' ? [] : topic.objects
      const states =
        topic === 'same'
          ? [stateClaim(undefined, found, negated)]
          : subjects.map((subject) => stateClaim(subject, found, negated))
      if (accompaniment === undefined) return states
      const { fields, no, old, value } = accompaniment[2]
      const test: FieldTest =
        value === undefined ? { is: no ? 'unset' : old ? 'kept' : 'set' } : { is: 'equals', value }
      return [...states, ...fieldClaims({ fields, subjects }, test)]
    },
)
