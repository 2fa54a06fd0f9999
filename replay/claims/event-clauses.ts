// Clauses about events: "an event with reason `FailedScheduling` was emitted", "there is no `Killing` event for the pod".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, number } from './common-words.ts'
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
  map(seq(opt(typeName), noun, opt(words('of type')), reasonCode), ([type, , , reason]) => ({
    ...(type === undefined ? {} : { type }),
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
const by: Parser<string> = map(seq(words('by | from'), componentPhrase), ([, component]) => component)
/** For whom, and by whom, in either order. */
const circumstances: Parser<{ subjects?: Subject[]; by?: string }> = map(
  seq(opt(by), opt(about), opt(by)),
  ([one, subjects, two]) => {
    const component = one ?? two
    return {
      ...(subjects === undefined ? {} : { subjects }),
      ...(component === undefined ? {} : { by: component }),
    }
  },
)

function claims(
  said: Said,
  { subjects, by: component }: { subjects?: Subject[]; by?: string },
  present: boolean,
): ClaimBody[] {
  const rest = { ...said, present, ...(component === undefined ? {} : { by: component }) }
  return subjects === undefined
    ? [{ kind: 'event', ...rest }]
    : subjects.map((subject) => ({ kind: 'event', subject, ...rest }))
}

/** Whether it says that there is none. */
const article: Parser<boolean> = alt(
  map(words('no | no such | no new | no more | no other'), () => true),
  map(opt(words('a | an | the | any | at least one | one | some | new | a new')), () => false),
)
const merged = (
  one: { subjects?: Subject[]; by?: string },
  two: { subjects?: Subject[]; by?: string },
): { subjects?: Subject[]; by?: string } | undefined =>
  (one.subjects !== undefined && two.subjects !== undefined) || (one.by !== undefined && two.by !== undefined)
    ? undefined
    : { ...one, ...two }

/** "no" and "not" in one: anybody's guess. */
const isClear = (no: boolean, none: boolean): boolean => !(no && none)

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
