// docs/performance.md: what was measured beside what is aimed at.
import type { ScaleFigure } from './clusters.ts'
import type { GrowthFigure } from './growth.ts'
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

const largestOf = (numbers: Readonly<Record<string, number>>): number => Math.max(...Object.values(numbers))

const goals: readonly Goal[] = [
  {
    what: '`kepsim --version`',
    goal: '≤ 1.3 × `node -e 0`',
    measured({ start }) {
      const [own, bare] = [start['kepsim --version'], start['node -e 0']]
      if (own === undefined || bare === undefined) return undefined
      return { text: `${(own / bare).toFixed(2)} ×`, met: own <= 1.3 * bare }
    },
    missed:
      'the parts that all commands have are read, and Node sets up what they write to; its loader of ES modules and its crypto wait until they are needed',
  },
  {
    what: '`kepsim kube-apiserver` to /readyz',
    goal: '≤ 230 ms',
    measured: startAtMost('kepsim kube-apiserver, to /readyz', 230),
    missed:
      'a third is Node itself; facts of the release are parsed, libraries (certificates, HTTP) set up and the first objects written at each start. Code that V8 compiled is kept (ADR 19)',
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
    missed:
      'two processes start, one of which watches the other, and eight components with their certificates and objects',
  },
  {
    what: 'matrix of 66 cells of KEP-4004',
    goal: '≤ 10,000 ms',
    measured: startAtMost('kepsim skew kep-4004.mjs, 66 cells', 10_000),
    missed: 'each cell is a cluster of its own',
  },
  {
    what: '1,000 nodes Ready',
    goal: '≤ 3 s',
    measured: ({ nodes }) => atMost(nodes['1000']?.seconds, 3, 's', 1),
    missed:
      'each node makes 29 requests until it is Ready, twelve of them events, and opens six watches, as a real one does; each takes three tenths of a millisecond with all that hangs on it: decoding, managed fields, patches and the watches that are told of it. A seventh of the time goes to the garbage collector',
  },
  {
    what: 'memory with them',
    goal: '≤ 200 MiB',
    measured: ({ nodes }) => atMost(nodes['1000']?.memoryMiB, 200, 'MiB'),
    missed:
      'about 150 KiB a node are alive after a forced collection: six watches of some 5 KiB with their clients, the bytes of its objects with their history (20 KiB), the objects that are parsed of them, metrics (9 KiB), what its recorders of events know of earlier ones (7 KiB), a kubelet and a kube-proxy; the rest is garbage of the start, which V8 collects when the heap has grown, and 45 MiB the program node',
  },
  {
    what: '10,000 nodes Ready',
    goal: '≤ 20 s',
    measured: ({ nodes }) => atMost(nodes['10000']?.seconds, 20, 's', 1),
    missed:
      'as for 1,000, and those that are up renew their leases and look after their statuses meanwhile, which takes half of the time',
  },
  {
    what: 'processor for them, with leases of 10 s and statuses of 5 min',
    goal: '≤ 1 core',
    measured: ({ nodes }) => atMost(nodes['10000']?.cores, 1, 'cores', 2),
    missed: 'a thousand leases a second',
  },
  {
    what: '5,000 pods Running on 100 nodes',
    goal: '≤ 30 s',
    measured: ({ pods }) => atMost(pods?.seconds, 30, 's', 1),
    missed:
      'each pod takes eleven requests until it is Running, four of them events, and each takes about twice what one of a node does: pods are the largest objects, and two of three are patches',
  },
  {
    what: 'GETs answered meanwhile (p99)',
    goal: '< 50 ms',
    measured: ({ pods }) => atMost(pods?.p99, 50, 'ms'),
    missed: 'all components share one thread with the server',
  },
  {
    what: 'one change of 10,000 Services with 50,000 endpoints in the rules of three nodes',
    goal: '≤ 1 s',
    measured: ({ services }) => atMost(services, 1000, 'ms'),
    missed:
      'the text of all rules is put together anew for each node, of the parts that stayed and those that changed',
  },
  {
    what: 'packets through the rules of 100 Services of three endpoints, in each mode',
    goal: '≥ 100,000 a second',
    measured({ packets }) {
      const figure = packets?.['100']
      if (figure === undefined) return undefined
      const least = Math.min(...Object.values(figure))
      return { text: `${least} a second`, met: least >= 100_000 }
    },
    missed: 'each is the first of a connection, which costs most',
  },
  {
    what: 'a second cluster in the process',
    goal: '≤ 100 ms',
    measured: ({ secondCluster }) => atMost(secondCluster, 100, 'ms'),
    missed: 'the objects that a server makes at its start, and the requests of its first node',
  },
  {
    what: 'memory of an idle server',
    goal: '≤ 60 MiB',
    measured: ({ memory }) => atMost(memory?.idle, 60, 'MiB'),
    missed: '44 MiB of it are the program node, which all of its processes share',
  },
  {
    what: 'with 1,000 nodes and leases, 3,000 config maps, 200 watches',
    goal: '≤ 150 MiB',
    measured: ({ memory }) => atMost(memory?.filled, 150, 'MiB'),
    missed: 'what an idle server takes, and 200 watches',
  },
  {
    what: 'after some ten thousand writes of leases and statuses',
    goal: '≤ 1.1 × that',
    measured({ memory }) {
      if (memory === undefined) return undefined
      const ratio = memory.churned / memory.filled
      return { text: `${ratio.toFixed(2)} × (${memory.churned} MiB)`, met: ratio <= 1.1 }
    },
    missed: 'the history of changes has grown to its limit',
  },
  {
    what: 'a write, get, event or list of 500 at 50,000 objects beside 500',
    goal: '≤ 1.1 ×',
    measured: ({ growth }) =>
      growth === undefined ? undefined : atMost(largestOf(growth.ratios), 1.1, '×', 2),
    missed: 'the one that costs most is in the table below',
  },
  {
    what: 'start from a directory of 50,000 objects',
    goal: '≤ 2 s',
    measured: ({ growth }) => atMost(growth?.startMs, 2000, 'ms'),
    missed: 'every line of the directory is checked by its checksum',
  },
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
Compressed are answers to a client that accepts gzip, as those in Go do.

${table(head, requestRows(requests))}

Resident memory after it: ${memory.join(', ')}.
`
}

function growthText({ few, many, ratios }: GrowthFigure): string {
  const rows = Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(2)])
  return `## Growth

Processor time of a server with ${many} objects in its directory, as a multiple of that with ${few}.

${table(['request', '×'], rows)}

`
}

function packetsText(packets: NonNullable<BenchResult['packets']>): string {
  const rows = Object.entries(packets).map(([count, { iptables, nftables, ipvs }]) =>
    [count, iptables, nftables, ipvs].map(String),
  )
  return `## Packets

Packets a second of processor time through the rules of one node, each the first of a connection, by the number of Services.

${table(['Services', 'iptables', 'nftables', 'ipvs'], rows)}

`
}

const scaleCells = ({ seconds, processor, memoryMiB }: ScaleFigure): string[] => [
  seconds.toFixed(1),
  processor.toFixed(1),
  String(memoryMiB),
]

function playedText({ count, programs }: NonNullable<BenchResult['played']>): string {
  const rows = Object.entries(programs).map(([name, figure]) => [`\`${name}\``, ...scaleCells(figure)])
  return `## Nodes played for a real kube-apiserver

${count} nodes of each program, with a kube-apiserver and an etcd of its own beside it, from the start of the program until all are Ready;
processor time and memory are the program's. A kubelet of kepsim registers its node and reports events, its CSINode, leases and
statuses by the requests of a real kubelet, which the server has to answer; kwok's nodes are made by the bench (in the time here,
without the processor time), and it writes their statuses.

${table(['program', 'seconds', 'seconds of processor', 'MiB'], rows)}

`
}

/** The page of a run. */
export function performancePage(result: BenchResult): string {
  const { machine, release, nodes, start } = result
  const nodeRows = Object.entries(nodes).map(([count, figure]) => [count, ...scaleCells(figure)])
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

${result.played === undefined ? '' : playedText(result.played)}${result.loads.map(loadText).join('\n')}
${result.packets === undefined ? '' : packetsText(result.packets)}${result.growth === undefined ? '' : growthText(result.growth)}## Regressions

\`npm run bench -- --check scripts/bench/committed.json\` ends with exit code 1 where a figure takes more than 15 % more processor time
than in the run above. Each run measures a fixed load too, and both are taken as multiples of theirs, so another machine fails nothing.
`
}
