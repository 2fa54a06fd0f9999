// What clauses say lists and maps of objects hold: taints, finalizers, labels with their values, conditions with their status.
import type { ClaimBody, FieldName, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code } from './common-words.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { type Assigned, assignedIn } from './field-phrases.ts'
import { articles, having } from './having.ts'
import { ofObjects, type Predicate } from './topic.ts'

type Kept = 'label' | 'annotation' | 'taints' | 'finalizers' | 'subjects'
const keptNouns: Readonly<Record<string, Kept>> = {
  label: 'label',
  labels: 'label',
  annotation: 'annotation',
  annotations: 'annotation',
  taint: 'taints',
  taints: 'taints',
  finalizer: 'finalizers',
  finalizers: 'finalizers',
  subject: 'subjects',
  subjects: 'subjects',
}
const keptNoun: Parser<Kept> = map(words(...Object.keys(keptNouns)), (word) => keptNouns[word]!)
/** All of them: what is denied of one is denied of the others. */
const texts: Parser<string[]> = (input, at) =>
  list(code, and)(input, at).filter(([, after]) => seq(and, code)(input, after).length === 0)

/** Of labels and annotations only what is given a value: their names alone are fields. */
function kept(
  what: Kept,
  values: readonly string[],
  subject: Subject | undefined,
  present: boolean,
): ClaimBody[] | undefined {
  if (what !== 'label' && what !== 'annotation')
    return values.map((value) => ({
      kind: 'element',
      field: { name: what },
      ...optional(subject),
      value,
      present,
    }))
  const assigned = values.map(assignedIn)
  if (assigned.includes(undefined)) return undefined
  return (assigned as Assigned[][])
    .flat()
    .flatMap(({ name, value }) =>
      fieldClaims(
        { fields: [{ name, of: what }], subjects: subject === undefined ? [] : [subject] },
        { is: present ? 'equals' : 'differs', value },
      ),
    )
}
function keeps(what: Kept, values: readonly string[], present: boolean): Predicate | undefined {
  // "does not have `a=b` and `c=d`": not both, or neither?
  if (!present && values.length > 1) return undefined
  if (kept(what, values, undefined, present) === undefined) return undefined
  return ofObjects((subject) => kept(what, values, subject, present)!)
}

const marking: Readonly<Record<string, Kept>> = {
  tainted: 'taints',
  labeled: 'label',
  labelled: 'label',
  annotated: 'annotation',
}
/** "has the label `a=b`", "is tainted with `a=b:NoSchedule`", "has the `x` finalizer". */
export const keptPredicate: Parser<Predicate> = alt(
  filterMap(seq(having, articles, keptNoun, opt(words('with')), texts), ([no, old, what, , values]) =>
    old ? undefined : keeps(what, values, !no),
  ),
  filterMap(seq(having, articles, texts, keptNoun), ([no, old, values, what]) =>
    old ? undefined : keeps(what, values, !no),
  ),
  filterMap(seq(having, words('no'), keptNoun, texts), ([no, , what, values]) =>
    no ? undefined : keeps(what, values, false),
  ),
  filterMap(seq(having, words('no'), texts, keptNoun), ([no, , values, what]) =>
    no ? undefined : keeps(what, values, false),
  ),
  filterMap(
    seq(be, adverbs, words(...Object.keys(marking)), opt(words('with | as')), opt(articles), texts),
    ([no, , how, , , values]) => keeps(marking[how]!, values, !no),
  ),
  // "is (not) tainted": with whatever.
  map(seq(be, adverbs, words('tainted')), ([no]) =>
    ofObjects((subject) => [
      {
        kind: 'amount',
        amount: 'taints',
        ...optional(subject),
        comparison: no ? '==' : '>=',
        number: no ? 0 : 1,
      },
    ]),
  ),
)

const holding: Parser<boolean> = alt(
  map(
    seq(
      auxiliary,
      words(
        'contain | contains | contained | include | includes | included | list | lists | hold | holds | have | has',
      ),
      adverbs,
    ),
    ([no]) => no,
  ),
  map(words('lack | lacks'), () => true),
)
const isConditions = ({ name }: FieldName): boolean => /(?:^|\.)conditions$/i.test(name)

/** "`.status.conditions` contains `Ready=True`". */
export const holdsPredicate: Parser<Predicate> = filterMap(
  seq(holding, articles, opt(words('entry | element | key | value | item | condition')), texts),
  ([no, , noun, values]) => {
    if (no && values.length > 1) return undefined
    return (topic) => {
      if (topic === 'same' || !('fields' in topic)) return undefined
      const { fields, subjects } = topic.fields
      // "The Job `pi` has the condition `Complete`": that is its name.
      if (noun === 'condition' && !fields.every(isConditions)) return undefined
      if (fields.length !== 1 || fields[0]!.name === '' || fields[0]!.that === true) return undefined
      const of = subjects.length === 0 ? [undefined] : subjects
      return of.flatMap((subject) => values.map((value) => held(fields[0]!, subject, value, !no)))
    }
  },
)

function held(field: FieldName, subject: Subject | undefined, value: string, present: boolean): ClaimBody {
  const [given] = isConditions(field) ? (assignedIn(value) ?? []) : []
  return given === undefined
    ? { kind: 'element', field, ...optional(subject), value, present }
    : { kind: 'condition', condition: given.name, ...optional(subject), present, status: given.value }
}
