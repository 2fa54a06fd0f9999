// What clauses say of what objects hold, beside other clauses of the same topic: "is reserved for the Pod `a`", "has another uid, but the same name".
import type { ClaimBody, FieldTest, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { adverbs, be, code, comma, number } from './common-words.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { having } from './having.ts'
import { type PlaceNoun, placeNouns, placeOf } from './noun-places.ts'
import { possessing } from './possession.ts'
import { ofObjects, type Predicate } from './topic.ts'

const name = filterMap(code, (text) => (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text) ? text : undefined))
const field = (subject: Subject | undefined, path: string, test: FieldTest): ClaimBody[] =>
  fieldClaims({ fields: [{ name: path }], subjects: subject === undefined ? [] : [subject] }, test)

/** Of a ResourceClaim. */
const reservedFor: Parser<Predicate> = map(
  seq(be, adverbs, words('reserved for | in use by'), opt(words('the')), opt(words('pod')), name),
  ([no, , , , , found]) =>
    ofObjects((subject) =>
      field(subject, '.status.reservedFor.name', { is: no ? 'differs' : 'equals', value: found }),
    ),
)

/** "is given a node port between 30000 and 32767". */
const portBetween: Parser<Predicate> = filterMap(
  seq(
    possessing,
    words('a node port between | a nodeport between | a node port from'),
    number,
    words('and | to'),
    number,
  ),
  ([no, , least, , most]) =>
    no
      ? undefined
      : ofObjects((subject) => [
          ...field(subject, '.spec.ports.nodePort', { is: 'compares', comparison: '>=', number: least }),
          ...field(subject, '.spec.ports.nodePort', { is: 'compares', comparison: '<=', number: most }),
        ]),
)

const noun: Parser<PlaceNoun> = token((one) => placeNouns.get(one.lower))
const relation: Parser<boolean> = alt(
  map(words('the same'), () => true),
  map(words('another | a different | a new'), () => false),
)
/** "has another uid, but the same name": each as it was before, or not. */
const anotherButSame: Parser<Predicate> = filterMap(
  seq(having, relation, noun, opt(comma), words('but | and'), relation, noun),
  ([no, one, first, , , other, second]) =>
    no
      ? undefined
      : ofObjects((subject) =>
          [
            { same: one, at: placeOf(first, subject?.kind) },
            { same: other, at: placeOf(second, subject?.kind) },
          ].flatMap(({ same, at }): ClaimBody[] =>
            at === undefined
              ? []
              : [
                  {
                    kind: 'field',
                    field: at,
                    ...optional(subject),
                    test: { is: same ? 'unchanged' : 'changed' },
                  },
                ],
          ),
        ),
)

/** "keeps its gate", "has lost its gates": those that keep a Pod from being scheduled. */
const schedulingGate: Parser<Predicate> = map(
  seq(
    alt<'kept' | 'unset'>(
      map(words('keeps | keep | kept | still has | still have | retains | retain'), () => 'kept'),
      map(
        words('loses | lose | lost | has lost | have lost | no longer has | no longer have'),
        () => 'unset',
      ),
    ),
    words(
      'its gate | its gates | their gate | their gates | its scheduling gate | its scheduling gates | a gate | the gate',
    ),
  ),
  ([is]) =>
    (topic) =>
      topic !== 'same' &&
      ('fields' in topic || topic.objects.some(({ kind }) => kind !== undefined && kind !== 'Pod'))
        ? undefined
        : ofObjects((subject) => field(subject, '.spec.schedulingGates', { is }))(topic),
)

/** "keeps its six replicas". */
const keepsReplicas: Parser<Predicate> = map(
  seq(
    words('keeps | keep | kept | stays at | stay at | remains at | remain at'),
    opt(words('its | their | all | the')),
    number,
    words('replicas | replica'),
  ),
  ([, , many]) =>
    ofObjects((subject) => [
      { kind: 'amount', amount: 'replicas', ...optional(subject), comparison: '==', number: many },
    ]),
)

/** A predicate about what an object holds for another, or keeps where it is made anew. */
export const holdingPredicate: Parser<Predicate> = alt(
  reservedFor,
  portBetween,
  anotherButSame,
  schedulingGate,
  keepsReplicas,
)
