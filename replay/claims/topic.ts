// What a clause is about, and what may be said of it.
import type { ClaimBody, Subject } from './claim.ts'
import type { FieldPhrase } from './field-phrases.ts'

/** What a clause is about; `same` is what the clause before was about, or nothing that is said. */
export type Topic = { objects: Subject[] } | { fields: FieldPhrase } | 'same'
/** A clause without its topic; undefined: it cannot be said of such a topic. */
export type Predicate = (topic: Topic) => ClaimBody[] | undefined

/** A predicate that only objects can have: undefined for fields, a claim for each of the objects. */
export const ofObjects =
  (say: (subject: Subject | undefined) => ClaimBody[]): Predicate =>
  (topic) => {
    if (topic !== 'same' && 'fields' in topic) return undefined
    return topic === 'same' ? say(undefined) : topic.objects.flatMap(say)
  }
