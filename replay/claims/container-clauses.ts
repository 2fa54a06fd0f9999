// Clauses about containers of pods: "the container `app` was restarted twice", "the image of the container is `nginx`".
import type { ClaimBody, ContainerTest, Subject } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, number } from './common-words.ts'
import { requestNoun, specTest } from './container-specs.ts'
import { assignedCode, longField } from './field-phrases.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'
import { spaced } from './kinds.ts'
import { objectPhrase } from './object-phrases.ts'
import { restartedTimes, restartsAtAll, unless } from './possession.ts'
import { reasonPhrase } from './reason-phrases.ts'

interface Containers {
  names?: string[]
  init?: true
  all: boolean
  subject: Subject
}
/** Pods that a sentence about containers does not name. */
export const anyPod: Subject = { kind: 'Pod', resource: 'pods', number: 'many' }
const noun = words('container | containers')
/** The name of a container, in backticks. */
export const containerName: Parser<string> = filterMap(code, (text) =>
  /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text) ? text : undefined,
)
const names = list(containerName, and)
const ofPod = map(seq(words('of | in | inside | from'), objectPhrase), ([, subject]) => subject)
const determiner = opt(
  words(
    'the | a | its | each | every | all | all the | both | both the | all of the | the only | each of the',
  ),
)
const adjective = opt(words('init | sidecar | main | app | application | regular | only'))

/** "the container", "the `app` container of the pod", "all containers", "the pod's container". */
const containers: Parser<Containers> = alt<Containers>(
  filterMap(
    seq(
      determiner,
      adjective,
      opt(names),
      adjective,
      noun,
      opt(words('named | called')),
      opt(names),
      opt(ofPod),
    ),
    ([which, one, before, two, said, , after, subject]) =>
      before !== undefined && after !== undefined
        ? undefined
        : of(which, one ?? two, before ?? after, said, subject),
  ),
  filterMap(seq(objectPhrase, words("'s"), adjective, opt(names), noun), ([subject, , kind, called, said]) =>
    of(undefined, kind, called, said, subject),
  ),
)
function of(
  which: string | undefined,
  kind: string | undefined,
  called: string[] | undefined,
  said: string,
  subject = anyPod,
): Containers | undefined {
  if (subject.kind !== undefined && subject.kind !== 'Pod') return undefined
  return {
    ...(called === undefined ? {} : { names: called }),
    ...(kind === 'init' ? { init: true as const } : {}),
    all: said === 'containers' || /^(?:each|every|all|both)/.test(which ?? ''),
    subject,
  }
}

const states = words('running | waiting | terminated | ready | started')
/** With no error, or with one. */
const exited = (negated: boolean): ContainerTest => ({ is: 'exit', exitCode: 0, negated })
const reason = (found: string, negated: boolean): ContainerTest => ({ is: 'reason', reason: found, negated })
const statusReason = filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text : undefined))
/** "Has not started yet". */
const startedTests: Parser<ContainerTest[]> = map(
  alt(
    map(seq(words('has | have'), adverbs, words('started | been started')), () => false),
    map(
      seq(
        words('has not | have not | has never | have never | did not'),
        adverbs,
        words('started | been started | start'),
        opt(words('yet | so far')),
      ),
      () => true,
    ),
  ),
  (negated) => [{ is: 'state' as const, state: 'started', negated }],
)
/** Each as what holds together. */
const tests: Parser<ContainerTest[]> = alt<ContainerTest[]>(
  map(restartedTimes, (found) => [{ is: 'restarts', ...found }]),
  map(restartsAtAll, (no) => [{ is: 'restarts', ...unless({ comparison: '>=', number: 1 }, no) }]),
  filterMap(
    seq(be, adverbs, opt(words('in the | in')), states, opt(words('state')), opt(reasonPhrase)),
    ([no, , , state, , why]) =>
      no && why !== undefined
        ? undefined
        : [{ is: 'state', state, negated: no }, ...(why === undefined ? [] : [reason(why, false)])],
  ),
  map(
    seq(be, adverbs, opt(words('in | in the | stuck in | waiting in')), statusReason, opt(words('state'))),
    ([no, , , found]) => [reason(found, no)],
  ),
  map(
    seq(
      auxiliary,
      words(
        'exit | exits | exited | terminate | terminates | terminated | fail | fails | failed | finish | finishes | finished | end | ended',
      ),
      words('with'),
      opt(words('the | an | a')),
      words('code | exit code | status | exit status | status code'),
      number,
    ),
    ([no, , , , , exitCode]) => [{ is: 'exit', exitCode, negated: no }],
  ),
  map(
    seq(having, opt(words('the | an | a')), words('exit code'), opt(words('of')), number),
    ([no, , , , exitCode]) => [{ is: 'exit', exitCode, negated: no }],
  ),
  map(
    seq(
      auxiliary,
      words('use | uses | used | run | runs | have | has'),
      opt(words('the | an | a')),
      words('image'),
      code,
    ),
    ([no, , , , image]) => [{ is: 'image', image, negated: no }],
  ),
  map(seq(having, reasonPhrase), ([no, why]) => [reason(why, no)]),
  map(seq(having, assignedCode), ([no, found]) =>
    found.map(({ name, value: said }) => ({
      is: 'field' as const,
      field: spaced(name),
      value: said,
      negated: no,
    })),
  ),
  map(specTest, (test) => [test]),
  map(words('has completed | have completed | completed | has succeeded | completes'), () => [exited(false)]),
  map(words('has failed | have failed | failed'), () => [exited(true)]),
  startedTests,
)

/** Of all containers of a pod, where it is said of the pod. */
const podOrContainers: Parser<Containers> = alt<Containers>(
  containers,
  filterMap(objectPhrase, (subject) => (subject.kind === 'Pod' ? { all: true, subject } : undefined)),
)
/** "exited with 3", "exited with code 3". */
const exitTest: Parser<ContainerTest> = map(
  seq(
    auxiliary,
    words('exit with | exits with | exited with'),
    opt(words('the | an | a')),
    opt(words('code | exit code | status')),
    number,
  ),
  ([no, , , , exitCode]) => ({ is: 'exit', exitCode, negated: no }),
)
type SpecTest = Extract<ContainerTest, { is: 'variable' | 'resource' }>
const specField: Parser<SpecTest> = alt<SpecTest>(
  map(seq(words('environment variable | env variable | variable'), code), ([, name]) => ({
    is: 'variable',
    name,
    negated: false,
  })),
  map(requestNoun, (noun) => ({ is: 'resource', ...noun, negated: false })),
)

const claims = (
  { names: called, init, all, subject }: Containers,
  found: readonly ContainerTest[],
): ClaimBody[] =>
  found.map((test) => ({
    kind: 'container',
    subject,
    all,
    ...(called === undefined ? {} : { names: called }),
    ...(init === undefined ? {} : { init }),
    test,
  }))

const field = words('exit code | image | restart count | reason | state')
const copula = alt(
  map(seq(be, adverbs), ([no]) => no),
  map(seq(auxiliary, words('equals | equal')), ([no]) => no),
)
/** "the exit code of the container is 1", "the container's image is `x`". */
const fieldIs: Parser<ClaimBody[]> = filterMap(
  seq(
    opt(words('the')),
    alt(
      map(seq(field, words('of'), containers), ([name, , about]) => ({ name, about })),
      map(seq(containers, words("'s"), field), ([about, , name]) => ({ name, about })),
    ),
    copula,
    alt<string | number>(number, code, words('running | waiting | terminated')),
  ),
  ([, { name, about }, no, value]) => {
    const test = testOf(name, value, no)
    return test && claims(about, [test])
  },
)
function testOf(name: string, value: string | number, negated: boolean): ContainerTest | undefined {
  const word = String(value)
  if (name === 'exit code')
    return /^\d+$/.test(word) ? { is: 'exit', exitCode: Number(word), negated } : undefined
  if (name === 'restart count')
    return /^\d+$/.test(word)
      ? { is: 'restarts', ...unless({ comparison: '==', number: Number(word) }, negated) }
      : undefined
  if (name === 'image') return { is: 'image', image: word, negated }
  if (name === 'reason') return reason(word, negated)
  const state = word.toLowerCase()
  return /^(?:running|waiting|terminated)$/.test(state) ? { is: 'state', state, negated } : undefined
}

/** "The environment variable `A` of the container is `b`", "the CPU limit of the container is 200m". */
const specIs: Parser<ClaimBody[]> = filterMap(
  seq(
    opt(words('the')),
    alt(
      map(seq(specField, words('of | in'), podOrContainers), ([test, , about]) => ({ test, about })),
      map(seq(podOrContainers, words("'s"), specField), ([about, , test]) => ({ test, about })),
    ),
    copula,
    opt(words('set to')),
    alt(code, value),
  ),
  ([, { test, about }, no, , found]) =>
    claims(about, [
      test.is === 'resource'
        ? { ...test, amount: found, negated: no }
        : { ...test, value: found, negated: no },
    ]),
)

/** "The image pull policy of the container is `Always`". */
const otherFieldIs: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the')),
    alt(
      map(seq(longField, words('of | in'), containers), ([{ name }, , about]) => ({ name, about })),
      map(seq(containers, words("'s"), longField), ([about, , { name }]) => ({ name, about })),
    ),
    copula,
    opt(words('set to')),
    alt(code, value),
  ),
  ([, { name, about }, no, , found]) =>
    claims(about, [{ is: 'field', field: name, value: found, negated: no }]),
)

/** A claim about containers. */
export const containerClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(seq(containers, adverbs, tests), ([about, , found]) => claims(about, found)),
  map(seq(podOrContainers, adverbs, alt(specTest, exitTest)), ([about, , test]) => claims(about, [test])),
  specIs,
  fieldIs,
  otherFieldIs,
)
