// Clauses about the components of the cluster.
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, list, map, opt, type Parser, seq, table, words } from './combinators.ts'
import { adverbs, and, auxiliary, be, code, mark, other, release } from './common-words.ts'
import { componentNames } from './lexicon.ts'

const component: Parser<string> = alt(
  table(componentNames),
  filterMap(code, (text) => {
    const name = text.toLowerCase()
    return Object.hasOwn(componentNames, name) ? componentNames[name] : undefined
  }),
)
const alsoKnown = opt(seq(mark('('), opt(words('aka')), other(')'), mark(')')))
/** A component by its name, as prose names it. */
export const componentPhrase: Parser<string> = map(
  seq(
    opt(words('the | all | both the')),
    component,
    alsoKnown,
    opt(words('pod | process | component | container | pods')),
  ),
  ([, name]) => name,
)
/** Components by their names, joined by "and". */
export const components: Parser<string[]> = list(componentPhrase, and)

/** What it is started with, which is what it has. */
const withThat = opt(
  words(
    `with this configuration | with that configuration | with the new configuration | with this config | with this flag
    | with these flags | with this setting | with these settings | with it | with this file | with this manifest`,
  ),
)

const runs = (names: string[], running: boolean): ClaimBody[] =>
  names.map((name) => ({ kind: 'component', component: name, running }))
const runsRelease = (names: string[], release: string): ClaimBody[] =>
  names.map((component) => ({ kind: 'component', component, running: true, release }))
/** Of now: which release one "ran" may be that of a cluster before. */
const runsNow: Parser<boolean> = alt(
  be,
  map(seq(auxiliary, words('run | runs | report | reports')), ([no]) => no),
)
const running: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(
    seq(components, be, adverbs, words('running | up | up and running | healthy | ready | started')),
    ([names, no]) => runs(names, !no),
  ),
  map(
    seq(
      components,
      adverbs,
      words('fails to start | fail to start | crashes | refuses to start | exits | failed to start'),
      withThat,
    ),
    ([names]) => runs(names, false),
  ),
  map(
    seq(
      components,
      auxiliary,
      words(
        'start | starts | runs | run | comes up | come up | keeps running | started | works | restarts | restarted',
      ),
      withThat,
    ),
    ([names, no]) => runs(names, !no),
  ),
  filterMap(
    seq(
      components,
      runsNow,
      adverbs,
      opt(words('at | on | running | upgraded to | downgraded to | running at')),
      opt(words('version | release')),
      release,
    ),
    ([names, no, , , , found]) => (no ? undefined : runsRelease(names, found)),
  ),
)

const nodeStatus =
  words(`node status | node 's status | nodes status | node statuses | nodes statuses | status of the node
  | status of the nodes | status of each node | node heartbeat | node heartbeats | node lease | node leases | its status`)

/** "The node status is still being updated"; of what does not come about, no look can be sure. */
const reported: Parser<true> = filterMap(
  seq(
    opt(words('the')),
    nodeStatus,
    be,
    adverbs,
    opt(words('being')),
    words('updated | reported | renewed | refreshed'),
  ),
  ([, , no]) => (no ? undefined : true),
)

/** "The kubelet keeps reporting the node's status". */
const reports: Parser<true> = map(
  seq(
    words('kubelet | the kubelet'),
    adverbs,
    words('keeps | continues | continues to | is'),
    adverbs,
    words('updating | reporting | posting | update | report | post'),
    opt(words('the')),
    nodeStatus,
  ),
  () => true as const,
)

const heartbeat: Parser<ClaimBody[]> = map(alt<true>(reported, reports), () => [{ kind: 'heartbeat' }])

/** "kube-apiserver does not start with `X=false`": of the command that starts it so. */
const startsWith: Parser<ClaimBody[]> = map(
  seq(
    componentPhrase,
    alt(
      map(seq(auxiliary, words('start | starts | started | come up | comes up')), ([no]) => no),
      map(words('refuses to start | fails to start | fails'), () => true),
    ),
    words('with'),
    opt(words('the flag | the gate')),
    filterMap(code, (text) => (/[=]|^--/.test(text) ? text : undefined)),
  ),
  ([, no, , , text]) => [{ kind: 'exit', command: text, fails: no }],
)

/** A claim that a component runs, of which release, or sends heartbeats. */
export const componentClause: Parser<ClaimBody[]> = alt<ClaimBody[]>(running, startsWith, heartbeat)
