// Clauses about what kube-proxy programs for Services, and about what packets would find.
import type { ClaimBody, RuleTool, Subject, Way } from './claim.ts'
import { alt, filterMap, list, many, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { able, adverbs, and, auxiliary, be, code, comma } from './common-words.ts'
import { objectPhrase, objectPhrases } from './object-phrases.ts'
import type { Token } from './tokens.ts'
import { joinWays, way, wayIn } from './traffic-way.ts'

const rulesNoun = map(
  seq(
    opt(words('the | both | both the | all | all the | its | their | corresponding')),
    words('iptables | nftables | ipvs | nft | kube-proxy | proxy'),
    words('rule | rules'),
  ),
  ([which, tool]) => ({ which, ...toolOf(tool) }),
)
const toolOf = (word: string): { tool?: RuleTool } =>
  word === 'nft' ? { tool: 'nftables' } : /^(?:kube-)?proxy$/.test(word) ? {} : { tool: word as RuleTool }
const there = words(
  'present | there | created | in place | programmed | installed | available | visible | configured | set',
)
const gone = words('gone | removed | absent | missing | deleted | dropped | cleaned up')
/** Whether they are said to be there. */
const existence: Parser<boolean> = alt<boolean>(
  map(seq(auxiliary, words('exists | exist | existed | appears | appear')), ([no]) => !no),
  map(seq(be, adverbs, there), ([no]) => !no),
  map(seq(be, adverbs, gone), ([no]) => no),
  map(words('not being | not'), () => false) as Parser<boolean>,
)
/** "…, while the first one did not". */
const otherwise: Parser<{ which: NonNullable<Subject['which']>; no: boolean }> = map(
  seq(
    opt(comma),
    words('while | but | whereas | and'),
    opt(words('the')),
    words('first | second | third | last'),
    opt(words('one')),
    alt<boolean>(
      map(words('did not | does not | is not | was not | do not'), () => true),
      map(words('did | does | is | was'), () => false),
    ),
  ),
  ([, , , which, , no]) => ({ which: which as NonNullable<Subject['which']>, no }),
)

const rulesOf = (
  subjects: readonly Subject[],
  present: boolean,
  { tool }: { tool?: RuleTool },
): ClaimBody[] =>
  subjects.map((subject) => ({ kind: 'rules', subject, present, ...(tool === undefined ? {} : { tool }) }))
/** The rules of Services that were spoken of before. */
const servicesOf = (which: string | undefined): Subject => ({
  kind: 'Service',
  resource: 'services',
  number: which?.startsWith('both') === true ? 'both' : 'many',
})

/** "the iptables rule for both Services exists", "rules for the changed Service not being created". */
const rules: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      opt(words('the expected behavior of | the expected behaviour of')),
      rulesNoun,
      words('for | of'),
      objectPhrases,
      existence,
      opt(there),
      opt(otherwise),
    ),
    ([, rulesSaid, , subjects, present, , contrast]) => {
      if (!subjects.every(({ kind }) => kind === 'Service')) return undefined
      const { number: _number, names: _names, ...like } = subjects[0]!
      const other: Subject[] =
        contrast === undefined ? [] : [{ ...like, number: 'one', which: contrast.which }]
      return [
        ...rulesOf(subjects, present, rulesSaid),
        ...rulesOf(other, contrast?.no === true ? !present : present, rulesSaid),
      ]
    },
  ),
  filterMap(seq(rulesNoun, existence, words('for'), objectPhrases), ([said, present, , subjects]) =>
    subjects.every(({ kind }) => kind === 'Service') ? rulesOf(subjects, present, said) : undefined,
  ),
  map(seq(rulesNoun, existence), ([said, present]) => rulesOf([servicesOf(said.which)], present, said)),
)

const carriers =
  words(`service | services | load balancer | load balancers | loadbalancer | loadbalancers | lb | lbs | access
  | accesses | traffic | connectivity | connection | connections | deployment | deployments | pod | pods | endpoint | endpoints
  | backend | backends | web server | webserver | webservers | app | apps | application | applications`)
const worked = words(
  'work | works | worked | works fine | work fine | keeps working | keep working | respond | responds | flows | flow',
)
const reachable = words('accessible | reachable | connectable | responding')
const unreachable = words('unreachable | inaccessible | not accessible | not reachable')
const reachability = alt<boolean>(
  map(reachable, () => true),
  map(unreachable, () => false),
)
/** Of what is only there to be reached. */
const working = words('working | working correctly | working fine | working as expected | functional')
interface Passing {
  how: 'work' | 'reach'
  arrives: boolean
}
const passes: Parser<Passing> = alt<Passing>(
  map(seq(auxiliary, worked), ([no]) => ({ how: 'work' as const, arrives: !no })),
  map(seq(be, adverbs, working), ([no]) => ({ how: 'work' as const, arrives: !no })),
  map(seq(be, adverbs, reachability), ([no, , reached]) => ({
    how: 'reach' as const,
    arrives: no !== reached,
  })),
  map(seq(able, adverbs, words('be accessed | be reached')), ([no]) => ({
    how: 'reach' as const,
    arrives: !no,
  })),
)
const networked = new Set(['Service', 'Deployment', 'Pod', 'EndpointSlice', 'Endpoints'])
/** Whoever is to be reached; undefined where it is none of the kinds that are. */
const target: Parser<'object' | 'traffic'> = filterMap(
  seq(
    opt(words('the | both | both the | all | all the | a | each | every | its')),
    many(
      alt<unknown>(
        words('changed | first | second | third | old | new | existing | web | same | other'),
        token((one) => (one.kind === 'code' ? one.text : undefined)),
      ),
    ),
    carriers,
    many(code),
    opt(
      seq(
        words('of | to | for'),
        opt(words('the | both | all')),
        many(alt(words('changed | first | second | third | other'), carriers), 1),
      ),
    ),
  ),
  ([, , noun]) => (/^(?:access|traffic|connect)/.test(noun) ? ('traffic' as const) : ('object' as const)),
)
const kindWorks = words(
  'load balancer | load balancers | loadbalancer | loadbalancers | lb | lbs | service | services',
)
/** What is read, and the names that stand in it. */
const named =
  <T>(parser: Parser<T>): Parser<readonly [T, Way]> =>
  (input, at) =>
    parser(input, at).map(([value, after]) => [[value, codesIn(input.tokens.slice(at, after))], after])
const codesIn = (tokens: readonly Token[]): Way => ({
  names: tokens.filter(({ kind }) => kind === 'code').map(({ text }) => text),
  ports: [],
})

const traffic: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(named(target), adverbs, passes, way), ([[of, names], , how, along]) =>
    how.how === 'reach' || of === 'traffic'
      ? [{ kind: 'traffic', arrives: how.arrives, way: joinWays(names, along) }]
      : undefined,
  ),
  map(
    seq(
      opt(words('the | both | both the | all | all the | a | each')),
      kindWorks,
      wayIn(many(code)),
      adverbs,
      alt<boolean>(
        map(seq(auxiliary, worked), ([no]) => no),
        map(seq(be, adverbs, working), ([no]) => no),
      ),
      way,
    ),
    ([, , names, , no, along]) => [{ kind: 'traffic', arrives: !no, way: joinWays(names, along) }],
  ),
  map(seq(words('it | they | both'), be, adverbs, reachability, way), ([, no, , reached, along]) => [
    { kind: 'traffic', arrives: no !== reached, way: along },
  ]),
)

const fieldName = filterMap(code, (text) =>
  /^\.?[a-z][A-Za-z]+(?:\.[A-Za-z]+)*$/.test(text) ? text : undefined,
)
/** "The second Service, whose `type` is `NodePort`, is still reachable". */
const described: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    comma,
    words('which | whose | with'),
    opt(words('the')),
    fieldName,
    be,
    code,
    opt(comma),
    adverbs,
    passes,
    way,
  ),
  ([subject, , , , name, no, value, , , passing, along]) =>
    networked.has(subject.kind ?? '')
      ? [
          { kind: 'field', field: { name }, subject, test: { is: no ? 'differs' : 'equals', value } },
          { kind: 'traffic', arrives: passing.arrives, way: along },
        ]
      : undefined,
)

/** "Both LBs are with the default `VIP` value": some field of each has it. */
const valued: Parser<ClaimBody[]> = filterMap(
  seq(
    list(objectPhrase, and),
    be,
    adverbs,
    words('with the default | with the | with | at the default | on the default'),
    code,
    words('value | values'),
  ),
  ([subjects, no, , , value]) =>
    no ? undefined : subjects.map((subject) => ({ kind: 'value' as const, subject, value })),
)

/** A claim about rules for Services, or about packets to them. */
export const trafficClause: Parser<ClaimBody[]> = alt(rules, traffic, described, valued)
