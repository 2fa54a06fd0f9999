// docs/performance.md: what was measured beside what is aimed at.
import type { BenchResult, Figures } from './result.ts'

/** A figure that is aimed at; `measured` is undefined where the run does not have it. */
interface Goal {
  what: string
  goal: string
  measured: (result: BenchResult) => { text: string; met: boolean } | undefined
  /** What stands in the way where it is missed. */
  missed: string
}

const atMost = (value: number | undefined, most: number, unit: string, digits = 0) =>
  value === undefined ? undefined : { text: `${value.toFixed(digits)} ${unit}`, met: value <= most }

const startAtMost = (name: string, most: number) => (result: BenchResult) =>
  atMost(result.start[name], most, 'ms')

/** The bench has no measurement of these yet. */
const unmeasured = (rows: readonly (readonly [string, string])[]): Goal[] =>
  rows.map(([what, goal]) => ({ what, goal, measured: () => undefined, missed: '' }))

const goals: readonly Goal[] = [
  {
    what: '`kepsim --version`',
    goal: '≤ 1.3 × `node -e 0`',
    measured({ start }) {
      const [own, bare] = [start['kepsim --version'], start['node -e 0']]
      if (own === undefined || bare === undefined) return undefined
      return { text: `${(own / bare).toFixed(2)} ×`, met: own <= 1.3 * bare }
    },
    missed: 'not looked into yet',
  },
  {
    what: '`kepsim kube-apiserver` to /readyz',
    goal: '≤ 230 ms',
    measured: startAtMost('kepsim kube-apiserver, to /readyz', 230),
    missed: 'not looked into yet; facts of the release are parsed, and modules compiled, at each start',
  },
  {
    what: '`kepsim up` to /readyz',
    goal: '≤ 500 ms',
    measured: startAtMost('kepsim up, to /readyz', 500),
    missed: 'as for the server',
  },
  {
    what: 'replay of KEP-4004',
    goal: '≤ 1,000 ms',
    measured: startAtMost('kepsim replay kep-4004.md', 1000),
    missed: 'not looked into yet',
  },
  {
    what: 'matrix of 66 cells of KEP-4004',
    goal: '≤ 10,000 ms',
    measured: startAtMost('kepsim skew kep-4004.mjs, 66 cells', 10_000),
    missed: 'not looked into yet',
  },
  {
    what: '1,000 nodes Ready',
    goal: '≤ 3 s',
    measured: ({ nodes }) => atMost(nodes['1000']?.seconds, 3, 's', 1),
    missed:
      'each node makes 44 requests until it is Ready, as a real one does, and each takes a quarter of a millisecond: managed fields, events and patches most of it, and a quarter of the time goes to the garbage collector',
  },
  {
    what: 'memory with them',
    goal: '≤ 200 MiB',
    measured: ({ nodes }) => atMost(nodes['1000']?.memoryMiB, 200, 'MiB'),
    missed:
      'after a forced collection 280 MB of heap are alive, about 240 KiB a node: six watches, two sets of flags, logs and some twenty objects with their history; the rest is garbage of the start that V8 has not collected',
  },
  ...unmeasured([
    ['10,000 nodes Ready, then with their leases', '≤ 20 s, then ≤ 1 core'],
    ['5,000 pods Running on 100 nodes', '≤ 30 s, GETs meanwhile < 50 ms (p99)'],
    ['one change of 10,000 Services with 50,000 endpoints in all rules', '≤ 1 s'],
    ['a second cluster in the process', '≤ 100 ms'],
    [
      'memory of an idle server; with 1,000 nodes, leases, 3,000 config maps, 200 watches',
      '≤ 60 MB; ≤ 150 MB',
    ],
    ['a write, get or event at 50,000 objects beside 500', '≤ 1.1 ×'],
    ['start from a directory of 50,000 objects', '≤ 2 s'],
  ]),
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function goalRows(result: BenchResult): string[][] {
  return goals.map(({ what, goal, measured, missed }) => {
    const found = measured(result)
    if (found === undefined) return [what, goal, 'not measured', '']
    return [what, goal, found.text, found.met ? '' : missed]
  })
}

function requestRows(requests: Readonly<Record<string, Figures>>): string[][] {
  return Object.entries(requests).flatMap(([name, { real, ...simulated }]) =>
    Object.entries(simulated).map(([kind, { perSecond, processor }]) => [
      name,
      kind,
      perSecond.toFixed(0),
      processor.toFixed(3),
      real === undefined ? '' : (perSecond / real.perSecond).toFixed(2),
      real === undefined ? '' : (real.processor / processor).toFixed(2),
    ]),
  )
}

function loadText({ objects, requests, memoryMiB }: BenchResult['loads'][number]): string {
  const memory = Object.entries(memoryMiB).map(([kind, mib]) => `${kind} ${mib} MiB`)
  const head = ['request', 'server', 'a second', 'ms of processor', '× requests', '× processor']
  return `## Requests, with ${objects} more objects in the store

The last two columns say how many times as good as the real kube-apiserver with its etcd, where that ran beside.

${table(head, requestRows(requests))}

Resident memory after it: ${memory.join(', ')}.
`
}

/** The page of a run. */
export function performancePage(result: BenchResult): string {
  const { machine, release, nodes, start } = result
  const nodeRows = Object.entries(nodes).map(([count, { seconds, processor, memoryMiB }]) => [
    count,
    seconds.toFixed(1),
    processor.toFixed(1),
    String(memoryMiB),
  ])
  return `# How fast it is

<!-- Written by \`npm run bench -- --from scripts/bench/committed.json --write docs/performance.md\`: change nothing here. -->

Measured with release ${release} on ${machine.cores} cores of ${machine.processor}, ${machine.memoryMiB} MiB, node ${machine.node}, by
\`npm run bench\`. Other programs ran meanwhile: times are upper bounds, processor times depend less on them.

## Goals

${table(['what', 'goal', 'measured', 'what stands in the way'], goalRows(result))}

## Start

${table(
  ['command', 'ms'],
  Object.entries(start).map(([name, ms]) => [name, ms.toFixed(0)]),
)}

## Many nodes

\`startCluster({ nodes: N })\`: a kube-apiserver, the controllers, and a kubelet and a kube-proxy for each node, until all are Ready.

${table(['nodes', 'seconds', 'seconds of processor', 'MiB'], nodeRows)}

${result.loads.map(loadText).join('\n')}
## Regressions

\`npm run bench -- --check scripts/bench/committed.json\` ends with exit code 1 where a figure takes more than 15 % more processor time
than in the run above. Each run measures a fixed load too, and both are taken as multiples of theirs, so another machine fails nothing.
`
}
