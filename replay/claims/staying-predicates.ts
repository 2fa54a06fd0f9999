// What clauses say of objects that are told from what they might have become: "is not gone, only marked for deletion", "have stayed where they were".
import type { Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary, be, comma, negation } from './common-words.ts'
import { fieldClaims } from './field-claims.ts'
import { stateClaim, stateComplement } from './state-predicates.ts'
import { ofObjects, type Predicate } from './topic.ts'

/** "is not gone, only marked for deletion": the one is not so, the other is. */
const notButOnly: Parser<Predicate> = filterMap(
  seq(
    be,
    adverbs,
    stateComplement,
    opt(comma),
    words('only | but | just | but only | but just | but still | merely'),
    stateComplement,
  ),
  ([no, , one, , , other]) =>
    no && one !== other
      ? ofObjects((subject) => [
          // What is marked for deletion counts as deleted elsewhere.
          one === 'deleted' ? stateClaim(subject, 'existing', false) : stateClaim(subject, one, true),
          stateClaim(subject, other, false),
        ])
      : undefined,
)

const isPods = ({ kind }: Subject): boolean => kind === undefined || kind === 'Pod'
/** "have stayed where they were", "do not move back by themselves": on the nodes that they were on. */
const staysPut: Parser<Predicate> = map(
  seq(
    alt<unknown>(
      seq(
        alt<unknown>(
          words('stay | stays | stayed | remain | remains | remained | are still | is still'),
          seq(words('have | has'), adverbs, words('stayed | remained')),
        ),
        words('where they were | where they are | where it was | where it is'),
      ),
      filterMap(
        seq(
          alt(
            auxiliary,
            map(seq(words('have | has'), negation), ([, no]) => no),
          ),
          words('move | moved | get moved | migrate | migrated'),
          opt(words('back | away | to another node | elsewhere | anywhere')),
        ),
        ([no]) => (no ? true : undefined),
      ),
    ),
    opt(words('by themselves | by itself | on their own | on its own')),
  ),
  () => (topic) =>
    topic !== 'same' && ('fields' in topic || !topic.objects.every(isPods))
      ? undefined
      : ofObjects((subject) =>
          fieldClaims(
            { fields: [{ name: '.spec.nodeName' }], subjects: subject === undefined ? [] : [subject] },
            { is: 'unchanged' },
          ).map((one) => ({ ...one, unsure: 'a Pod that had no node may have got one' })),
        )(topic),
)

/** What clauses say of objects that stayed, or are not yet gone. */
export const stayingPredicate: Parser<Predicate> = alt(notButOnly, staysPut)
