// Clauses about events: "an event with reason `FailedScheduling` was emitted", "there is no `Killing` event for the pod".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, mark, number } from './common-words.ts'
import { componentPhrase } from './component-clauses.ts'
import { having } from './having.ts'
import { objectPhrases } from './object-phrases.ts'
import { reasonPhrase } from './reason-phrases.ts'

interface Said {
  times?: number
  reason?: string
  type?: 'Warning' | 'Normal'
  message?: string
}
const reasonCode = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text : undefined)),
  token((one) => (/^(?:[A-Z][a-z]+){2,}$/.test(one.text) ? one.text : undefined)),
)
const noun = words('event | events')
const typeName: Parser<'Warning' | 'Normal'> = map(words('warning | normal'), (word) =>
  word === 'warning' ? 'Warning' : 'Normal',
)
const messagePhrase = map(
  seq(
    opt(words('with | and')),
    words('the message | message | a message | saying | that says | which says | containing'),
    opt(words('saying | containing | of')),
    code,
  ),
  ([, , , text]) => text,
)
const details: Parser<Said> = map(seq(opt(reasonPhrase), opt(messagePhrase)), ([reason, message]) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
}))

/** "`Killing` event", "warning events with reason `x`", "event `Killing`". */
const events: Parser<Said> = alt<Said>(
  map(seq(opt(typeName), opt(reasonCode), noun, details), ([type, reason, , more]) => ({
    ...(type === undefined ? {} : { type }),
    ...(reason === undefined ? {} : { reason }),
    ...more,
  })),
  map(seq(opt(typeName), noun, opt(words('of type')), reasonCode, details), ([type, , , reason, more]) => ({
    ...(type === undefined ? {} : { type }),
    ...more,
    reason,
  })),
)

const happened = words(
  `emitted | recorded | created | generated | sent | seen | reported | fired | published | present | there | observed | logged
  | raised | produced | issued | visible | shown | triggered | written | posted | found`,
)
const happens = words(
  'appears | appear | appeared | exists | exist | existed | shows up | show up | occurs | occurred',
)
const about: Parser<Subject[]> = map(
  seq(words('for | on | about | of | in | regarding | against | to'), objectPhrases),
  ([, subjects]) => subjects,
)
const onIt = words('on it | for it | about it | on them | for them')
const by: Parser<string> = map(seq(words('by | from'), componentPhrase), ([, component]) => component)
interface Circumstances {
  subjects?: Subject[]
  ofIt?: true
  by?: string
}
/** For whom, and by whom, in either order. */
const circumstances: Parser<Circumstances> = map(
  seq(opt(by), opt(alt<Subject[] | string>(about, onIt)), opt(by)),
  ([one, subjects, two]) => {
    const component = one ?? two
    return {
      ...(typeof subjects === 'string' ? { ofIt: true } : subjects === undefined ? {} : { subjects }),
      ...(component === undefined ? {} : { by: component }),
    }
  },
)

function claims(said: Said, { subjects, ofIt, by: component }: Circumstances, present: boolean): ClaimBody[] {
  const rest = {
    ...said,
    present,
    ...(ofIt === undefined ? {} : { ofIt }),
    ...(component === undefined ? {} : { by: component }),
  }
  return subjects === undefined
    ? [{ kind: 'event', ...rest }]
    : subjects.map((subject) => ({ kind: 'event', subject, ...rest }))
}

/** Whether it says that there is none. */
const article: Parser<boolean> = alt(
  map(words('no | no such | no new | no more | no other'), () => true),
  map(opt(words('a | an | the | any | at least one | one | some | new | a new')), () => false),
)
const merged = (one: Circumstances, two: Circumstances): Circumstances | undefined =>
  (one.subjects !== undefined && two.subjects !== undefined) || (one.by !== undefined && two.by !== undefined)
    ? undefined
    : { ...one, ...two }

/** "no" and "not" in one: anybody's guess. */
const isClear = (no: boolean, none: boolean): boolean => !(no && none)

/** "a `Killing` event for the Pod", as what is seen. */
export const seenEvent: Parser<ClaimBody[]> = map(
  seq(article, events, circumstances),
  ([none, said, where]) => claims(said, where, !none),
)

/** A claim that an event came, or that none did. */
export const eventClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      article,
      events,
      circumstances,
      alt(
        map(seq(be, adverbs, happened), ([no]) => no),
        map(seq(auxiliary, happens), ([no]) => no),
      ),
      circumstances,
      details,
    ),
    ([none, said, before, no, after, more]) => {
      const where = merged(before, after)
      return where === undefined || !isClear(no, none)
        ? undefined
        : claims({ ...said, ...more }, where, no === none)
    },
  ),
  filterMap(
    seq(words('there'), be, adverbs, article, events, circumstances, opt(happened), circumstances, details),
    ([, no, , none, said, before, , after, more]) => {
      const where = merged(before, after)
      return where === undefined || !isClear(no, none)
        ? undefined
        : claims({ ...said, ...more }, where, no === none)
    },
  ),
  // "There are three `Scheduled` events for the Pod".
  filterMap(
    seq(words('there'), be, adverbs, number, events, circumstances, opt(happened), circumstances),
    ([, no, , times, said, before, , after]) => {
      const where = merged(before, after)
      return no || where === undefined || times < 2 ? undefined : claims({ ...said, times }, where, true)
    },
  ),
  // "The Pod has an event with reason `x`", "the Pod got no `Killing` event".
  filterMap(
    seq(
      objectPhrases,
      adverbs,
      alt(
        having,
        map(seq(auxiliary, words('got | gets | get | received | receives | receive')), ([no]) => no),
      ),
      article,
      events,
    ),
    ([subjects, , no, none, said]) =>
      isClear(no, none) ? claims(said, { subjects }, no === none) : undefined,
  ),
  // "The event on it says `x`", "the `Failed` event of the Pod says `x`".
  map(
    seq(
      opt(words('the | its | an | another')),
      events,
      circumstances,
      auxiliary,
      words('say | says | said | read | reads | tell | tells | state | states | has the message'),
      opt(words('that')),
      opt(mark(':')),
      code,
    ),
    ([article, said, where, no, , , , message]) =>
      claims({ ...said, message }, article === 'its' ? { ...where, ofIt: true } : where, !no),
  ),
  // "The event's reason is `FailedScheduling`".
  map(
    seq(opt(words('the | its')), noun, words("'s"), words('reason'), be, adverbs, reasonCode),
    ([, , , , no, , reason]) => claims({ reason }, {}, !no),
  ),
  // "It has an event `x` that says `y`".
  filterMap(seq(words('it | they'), adverbs, having, article, events), ([, , no, none, said]) =>
    isClear(no, none) ? claims(said, { ofIt: true }, no === none) : undefined,
  ),
  // "The events of the Pod include `Killing`".
  map(
    seq(
      opt(words('the')),
      noun,
      about,
      auxiliary,
      words('include | includes | contain | contains | show | shows | list | lists | mention | mentions'),
      opt(words('a | an | the | the reason | reason')),
      reasonCode,
    ),
    ([, , subjects, no, , , reason]) => claims({ reason }, { subjects }, !no),
  ),
  // "The built-in controller leaves a `SuccessfulCreate` event on it": which of them is not said.
  filterMap(
    seq(
      alt<string | undefined>(
        componentPhrase,
        map(
          words(`the controller | the job controller | the built-in controller | the deployment controller
            | the statefulset controller | the daemonset controller | the replicaset controller | the cronjob controller`),
          () => 'kube-controller-manager',
        ),
      ),
      auxiliary,
      words(
        'leave | leaves | left | add | adds | added | write | writes | wrote | post | posts | posted | put | puts',
      ),
      article,
      events,
      circumstances,
    ),
    ([component, no, , none, said, where]) =>
      isClear(no, none)
        ? claims(said, { ...where, ...(component === undefined ? {} : { by: component }) }, no === none)
        : undefined,
  ),
  // "The scheduler emits a `FailedScheduling` event for the Pod".
  filterMap(
    seq(
      componentPhrase,
      auxiliary,
      words(`emit | emits | emitted | record | records | recorded | create | creates | created | send | sends | sent | report
        | reports | reported | generate | generates | generated`),
      article,
      events,
      opt(about),
    ),
    ([component, no, , none, said, subjects]) =>
      isClear(no, none)
        ? claims(said, { ...(subjects === undefined ? {} : { subjects }), by: component }, no === none)
        : undefined,
  ),
)
