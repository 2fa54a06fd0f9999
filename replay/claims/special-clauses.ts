// Clauses about objects whose kind alone has such a thing: the default class, what a quota counts, leases, endpoints.
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, be, code, number } from './common-words.ts'
import { optional } from './field-claims.ts'
import { kindNoun, objectPhrase } from './object-phrases.ts'
import { isNumber } from './possession.ts'

const defaults: Readonly<Record<string, { name: string; of?: 'annotation' }>> = {
  IngressClass: { name: 'ingressclass.kubernetes.io/is-default-class', of: 'annotation' },
  PriorityClass: { name: 'globalDefault' },
  StorageClass: { name: 'storageclass.kubernetes.io/is-default-class', of: 'annotation' },
}
const defaultKind = filterMap(kindNoun, ({ kind, resource, plural }) =>
  Object.hasOwn(defaults, kind) && !plural ? { kind, resource } : undefined,
)
const isDefault = (subject: Subject, no: boolean): ClaimBody[] => [
  {
    kind: 'field',
    field: defaults[subject.kind!]!,
    subject,
    test: no ? { is: 'differs', value: 'true' } : { is: 'equals', value: 'true' },
  },
]
/** "the default StorageClass is `standard`", "the StorageClass `fast` is not the default". */
const defaultClass: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(seq(opt(words('the')), words('default'), defaultKind, be, adverbs, code), ([, , kind, no, , name]) =>
    isDefault({ ...kind, names: [name], number: 'one' }, no),
  ),
  map(seq(code, be, adverbs, opt(words('the')), words('default'), defaultKind), ([name, no, , , , kind]) =>
    isDefault({ ...kind, names: [name], number: 'one' }, no),
  ),
  filterMap(
    seq(
      objectPhrase,
      be,
      adverbs,
      words('the default | default | the default one | marked as default | marked as the default'),
    ),
    ([subject, no]) => (Object.hasOwn(defaults, subject.kind ?? '') ? isDefault(subject, no) : undefined),
  ),
)

const resource: Parser<string> = alt(
  code,
  map(kindNoun, (kind) => kind.resource),
)
const counted = seq(
  map(words('used | hard'), (word) => word as 'used' | 'hard'),
  opt(words('count | amount | number | value | usage | quantity | limit')),
)
const ofResource = opt(map(seq(words('of | for'), opt(words('the')), resource), ([, , found]) => found))
const isQuota = ({ kind }: Subject): boolean => kind === 'ResourceQuota'
/** "the ResourceQuota's used count of pods is 1". */
const quota: Parser<ClaimBody[]> = filterMap(
  seq(
    alt(
      map(seq(objectPhrase, words("'s"), counted, ofResource), ([subject, , [of], name]) => ({
        subject,
        of,
        name,
      })),
      map(
        seq(opt(words('the')), counted, ofResource, words('of | in'), objectPhrase),
        ([, [of], name, , subject]) => ({ subject, of, name }),
      ),
    ),
    isNumber,
  ),
  ([{ subject, of, name }, found]) =>
    isQuota(subject)
      ? [{ kind: 'quota', subject, of, ...(name === undefined ? {} : { resource: name }), ...found }]
      : undefined,
)

/** "The Lease of the node is renewed"; of what does not come about, no look can be sure. */
const lease: Parser<ClaimBody[]> = filterMap(
  seq(objectPhrase, be, adverbs, opt(words('being')), words('renewed | refreshed | updated')),
  ([subject, no]) => {
    if (no || subject.kind !== 'Lease') return undefined
    if (subject.names !== undefined)
      return [{ kind: 'field', field: { name: '.spec.renewTime' }, subject, test: { is: 'changed' } }]
    const node = subject.of?.kind === 'Node' ? { subject: subject.of } : {}
    return subject.of === undefined || subject.of.kind === 'Node'
      ? [{ kind: 'heartbeat', lease: true, ...node }]
      : undefined
  },
)

const services: Subject = { kind: 'Service', resource: 'services', number: 'many' }
const howMany = alt<number | undefined>(
  map(seq(opt(words('the | all')), number), ([, many]) => many),
  map(words('both | both the'), () => 2),
  map(opt(words('the | all | all the | all of the | its')), () => undefined),
)
/** "the endpoints of the Service are not ready": each of those that there are. */
const endpoints: Parser<ClaimBody[]> = filterMap(
  seq(
    howMany,
    words('endpoints | endpoint'),
    opt(map(seq(words('of | in'), objectPhrase), ([, subject]) => subject)),
    be,
    adverbs,
    words('ready | serving | terminating'),
  ),
  ([many, , subject = services, no, , state]) => {
    if (subject.kind !== 'Service' && subject.kind !== 'EndpointSlice') return undefined
    const members = { kind: 'members', field: { name: 'endpoints' }, ...optional(subject) } as const
    const there = { ...members, comparison: many === undefined ? '>=' : '==', number: many ?? 1 } as const
    return [there, { ...members, state: no ? state : `not ${state}`, comparison: '==', number: 0 }]
  },
)

/** A claim about a default class, a quota, leases or endpoints. */
export const specialClause: Parser<ClaimBody[]> = alt(defaultClass, quota, lease, endpoints)
