// Measures start-up, replay, requests and memory of kepsim, with a real kube-apiserver beside it in the same run: that of the release in
// the folder that KEPSIM_KUBE_APISERVERS names, on the etcd that is on PATH.
// usage: npm run bench [-- --seconds 1] [--rounds 3] [--release 1.36] [--servers memory,data,etcd,real] [--objects 0,50000]
//        [--nodes 50,1000,10000] [--only TEXT] [--json FILE] [--write PAGE] [--check FILE] [--from FILE]
//        npm run bench -- --measure nodes|pods|services|second|packets --count N
// --write makes docs/performance.md, --check ends with exit code 1 where a figure takes more than 15 % more processor time than in the
// run of a file, --from takes a run's file in place of measuring, --only measures what has the text in its name. --measure is what the
// bench runs in a process of its own, for profilers too; it prints JSON.
// Servers are asked in turns, each twice without being measured: a program that compiles what runs often does so in the first thousands of
// requests, which would be counted for whatever is asked first. Figures are medians of the rounds. Two ratios say how kepsim stands beside the real one, more is better:
// of requests a second, and of the processor time that the servers (with their etcd) needed for one, which depends less on what else
// the machine does, and on the bench itself, which runs beside them.
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import { calibrate } from './bench/calibration.ts'
import type { ScaleFigure } from './bench/clusters.ts'
import { growth } from './bench/growth.ts'
import { isMeasurement, measured, measurements } from './bench/own-process.ts'
import { playedNodes, realStart } from './bench/peers.ts'
import { performancePage } from './bench/performance-page.ts'
import { regressions } from './bench/regressions.ts'
import type { BenchResult, Figures } from './bench/result.ts'
import { type Figure, ServerLoad } from './bench/server-load.ts'
import { serverMemory } from './bench/server-memory.ts'
import { type BenchServer, type ServerKind, serverKinds, startBenchServer } from './bench/servers.ts'
import { commandTime, programTime, readyTime } from './bench/start-times.ts'
import { commandLine } from './command-line.mjs'

const usage =
  'npm run bench [-- --seconds 1] [--rounds 3] [--release 1.36] [--servers memory,data,etcd,real] [--objects 0,50000] [--nodes 50,1000,10000] [--measure NAME --count N] [--only TEXT] [--json FILE] [--write PAGE] [--check FILE] [--from FILE]'
const { values } = commandLine(usage, {
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    release: { type: 'string', default: '1.36' },
    servers: { type: 'string', default: 'memory,data,real' },
    objects: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    nodes: { type: 'string', default: '50,1000,10000' },
    measure: { type: 'string' },
    count: { type: 'string', default: '1' },
    json: { type: 'string' },
    write: { type: 'string' },
    check: { type: 'string' },
    from: { type: 'string' },
  },
})

const number = (name: 'seconds' | 'rounds' | 'count'): number => {
  const value = Number(values[name])
  return value > 0 ? value : misused(`--${name} wants a number above 0, not ${values[name]}`)
}
const seconds = number('seconds')
const rounds = number('rounds')
const kinds = values.servers
  .split(',')
  .map(
    (name): ServerKind =>
      serverKinds.find((kind) => kind === name) ??
      misused(`--servers knows ${serverKinds.join(', ')}, not ${name}`),
  )
const numbers = (name: 'objects' | 'nodes'): number[] =>
  values[name]
    .split(',')
    .filter((text) => text !== '')
    .map((text) => (/^\d+$/.test(text) ? Number(text) : misused(`--${name} wants numbers, not ${text}`)))
const sizes = numbers('objects')
const clusters = numbers('nodes')

function misused(message: string): never {
  console.error(`${message}\nusage: ${usage}`)
  process.exit(2)
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const wanted = (name: string): boolean => name.includes(values.only)

const medians = (figures: readonly Figure[]): Figure => ({
  perSecond: median(figures.map((one) => one.perSecond)),
  processor: median(figures.map((one) => one.processor)),
})

/** Milliseconds, medians of five; one run for what is long, and the rounds for what is not kepsim. What cannot run is left out. */
async function startTimes(): Promise<Record<string, number>> {
  const kep = join(packageRoot, 'e2e/scenarios/kep-4004.md')
  const skew = join(packageRoot, 'e2e/scenarios/skew/kep-4004.mjs')
  const { release } = values
  const measured: [string, number, () => number | Promise<number | string>][] = [
    ['node -e 0', 5, () => programTime(['-e', '0'])],
    ['kepsim --version', 5, () => commandTime(['--version'])],
    [
      'kepsim kube-apiserver, to /readyz',
      5,
      () =>
        readyTime(['kube-apiserver', '--release', release, '--authorization-mode', 'RBAC'], '--secure-port'),
    ],
    ['kepsim up, to /readyz', 5, () => readyTime(['up', '--release', release], '--port')],
    ['kepsim replay kep-4004.md', 5, () => commandTime(['replay', kep])],
    ['kepsim skew kep-4004.mjs, 66 cells', 1, () => commandTime(['skew', skew])],
    ['etcd and the real kube-apiserver, to /readyz', rounds, () => realStart(release)],
  ]
  const times: Record<string, number> = {}
  for (const [name, count, time] of measured) {
    if (!wanted(name)) continue
    const each: number[] = []
    for (let i = 0; i < count; i++) {
      const took = await time()
      if (typeof took === 'number') {
        each.push(took)
        continue
      }
      console.log(`SKIP ${name}: ${took}`)
      break
    }
    if (each.length === 0) continue
    times[name] = median(each)
    tell(name, times[name])
  }
  return times
}

async function startServers(): Promise<BenchServer[]> {
  const servers: BenchServer[] = []
  for (const kind of kinds) {
    const server = await startBenchServer(kind, values.release)
    if (typeof server === 'string') console.log(`SKIP ${kind}: ${server}`)
    else servers.push(server)
  }
  return servers
}

/** Each figure of all servers, in turns, of which the first ones are not measured. */
async function measureRequests(
  servers: readonly BenchServer[],
  size: number,
): Promise<Record<string, Figures>> {
  const loads: ServerLoad[] = []
  for (const server of servers) {
    const load = await ServerLoad.prepare(server)
    await load.fill(size)
    loads.push(load)
  }
  const asked = loads.map((load) => load.figures(seconds))
  const found: Record<string, Figures> = {}
  for (const name of Object.keys(asked[0] ?? {}).filter(wanted)) {
    const each = asked.map((): Figure[] => [])
    for (let round = 0; round < unmeasured + rounds; round++)
      for (const [i, figures] of asked.entries())
        await figures[name]!().then(
          (figure) => {
            if (round >= unmeasured) each[i]!.push(figure)
          },
          (error: Error) =>
            console.log(`${name.padEnd(36)} ${servers[i]!.kind.padEnd(7)} failed: ${error.message}`),
        )
    found[name] = Object.fromEntries(
      servers.flatMap(({ kind }, i) => (each[i]!.length === 0 ? [] : [[kind, medians(each[i]!)]])),
    )
    show(name, found[name])
  }
  for (const load of loads) load.close()
  return found
}

const ratio = (a: number, b: number): string => (a / b).toFixed(2)

function show(name: string, { real, ...simulated }: Figures): void {
  const line = ({ perSecond, processor }: Figure): string =>
    `${perSecond.toFixed(0).padStart(6)}/s ${processor.toFixed(3).padStart(8)} ms`
  if (real !== undefined) console.log(`${name.padEnd(36)} ${'real'.padEnd(7)} ${line(real)}`)
  for (const [kind, figure] of Object.entries(simulated))
    console.log(
      `${name.padEnd(36)} ${kind.padEnd(7)} ${line(figure)}${real === undefined ? '' : `   ${ratio(figure.perSecond, real.perSecond)} of requests, ${ratio(real.processor, figure.processor)} of processor`}`,
    )
}

/** Rounds before those that count. */
const unmeasured = 2

/** Clusters that take a minute and more are measured once. */
const onceFrom = 10_000

/** Medians of the rounds. */
function measureClusters(): BenchResult['nodes'] {
  const found: BenchResult['nodes'] = {}
  for (const count of clusters) {
    const name = `${count} nodes Ready`
    if (!wanted(name)) continue
    const times = count < onceFrom ? rounds : 1
    const each = Array.from({ length: times }, () => measured('nodes', count))
    const of = (name: keyof ScaleFigure): number => median(each.map((one) => one[name]!))
    const figure: ScaleFigure = {
      seconds: of('seconds'),
      processor: of('processor'),
      memoryMiB: of('memoryMiB'),
      ...(each[0]!.cores === undefined ? {} : { cores: of('cores') }),
    }
    found[count] = figure
    const steady = figure.cores === undefined ? '' : `, then ${figure.cores.toFixed(2)} cores`
    tell(
      name,
      1000 * figure.seconds,
      `${figure.processor.toFixed(1)} s of processor, ${figure.memoryMiB} MiB${steady}`,
    )
  }
  return found
}

const tell = (name: string, ms: number, more = ''): void =>
  console.log(`${name.padEnd(44)} ${ms.toFixed(0).padStart(8)} ms${more === '' ? '' : `, ${more}`}`)

const servicesOfPackets = [100, 1000]
const nodesPlayed = 1000

/** What is measured once. */
async function measureMore(): Promise<Partial<BenchResult>> {
  const found: Partial<BenchResult> = {}
  if (wanted('second cluster')) {
    found.secondCluster = median(Array.from({ length: rounds }, () => measured('second', 1).ms))
    tell('second cluster', found.secondCluster)
  }
  if (wanted('5,000 pods')) {
    const { pods } = Object.assign(found, { pods: measured('pods', 5000) })
    tell(
      '5,000 pods Running',
      1000 * pods.seconds,
      `${pods.processor.toFixed(1)} s of processor, GETs ${pods.p99.toFixed(0)} ms`,
    )
  }
  if (wanted('10,000 Services')) {
    found.services = measured('services', 10_000).ms
    tell('a change of 10,000 Services in all rules', found.services)
  }
  if (wanted('packets')) {
    found.packets = {}
    for (const count of servicesOfPackets) {
      const figure = measured('packets', count)
      found.packets[count] = figure
      const each = Object.entries(figure).map(([mode, perSecond]) => `${mode} ${perSecond}/s`)
      console.log(`${`packets, ${count} Services`.padEnd(44)} ${each.join(', ')}`)
    }
  }
  if (wanted('memory')) {
    const { idle, filled, churned } = Object.assign(found, {
      memory: await serverMemory(values.release),
    }).memory
    console.log(`${'memory'.padEnd(44)} idle ${idle} MiB, filled ${filled} MiB, after churn ${churned} MiB`)
  }
  if (wanted('played nodes')) {
    const played = await playedNodes(values.release, nodesPlayed)
    if (typeof played === 'string') console.log(`SKIP played nodes: ${played}`)
    else {
      found.played = { count: nodesPlayed, programs: played }
      for (const [name, { seconds, processor, memoryMiB }] of Object.entries(played))
        tell(
          `${nodesPlayed} nodes of ${name}`,
          1000 * seconds,
          `${processor.toFixed(1)} s of processor, ${memoryMiB} MiB`,
        )
    }
  }
  if (wanted('growth')) {
    const { ratios, startMs } = Object.assign(found, {
      growth: await growth(values.release, seconds, rounds),
    }).growth
    for (const [name, ratio] of Object.entries(ratios))
      console.log(`${`growth: ${name}`.padEnd(44)} ${ratio.toFixed(2).padStart(8)} ×`)
    tell('start from a directory of 50,000', startMs)
  }
  return found
}

const readRun = (file: string): BenchResult => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BenchResult
  } catch (error) {
    return misused(`${file}: ${(error as Error).message}`)
  }
}

const machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? arch(),
  cores: availableParallelism(),
  memoryMiB: Math.round(totalmem() / 1024 / 1024),
}
async function measure(): Promise<BenchResult> {
  console.log(
    `node ${machine.node}, ${machine.cores} cores of ${machine.processor}, ${machine.memoryMiB} MiB`,
  )
  const calibration = median(Array.from({ length: rounds }, calibrate))
  const result: BenchResult = {
    machine,
    release: values.release,
    calibration,
    start: await startTimes(),
    nodes: measureClusters(),
    loads: [],
    ...(await measureMore()),
  }
  for (const size of sizes) {
    console.log(`\nwith ${size} more objects in the store`)
    const servers = await startServers()
    try {
      const requests = await measureRequests(servers, size)
      const memoryMiB = Object.fromEntries(
        servers.map((server) => [server.kind, Math.round(server.memory())]),
      )
      console.log(
        `resident memory after it: ${Object.entries(memoryMiB)
          .map(([kind, mib]) => `${kind} ${mib} MiB`)
          .join(', ')}`,
      )
      result.loads.push({ objects: size, requests, memoryMiB })
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  return result
}

if (values.measure !== undefined) {
  const { measure } = values
  if (!isMeasurement(measure))
    misused(`--measure knows ${Object.keys(measurements).join(', ')}, not ${measure}`)
  const figure = await measurements[measure](number('count'))
  // What runs is not waited for.
  process.stdout.write(JSON.stringify(figure), () => process.exit(0))
  await new Promise(() => {})
}

const before = values.check === undefined ? undefined : readRun(values.check)
const result = values.from === undefined ? await measure() : readRun(values.from)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, undefined, 2)}\n`)
if (values.write !== undefined) writeFileSync(values.write, performancePage(result))
const worse = before === undefined ? [] : regressions(result, before)
for (const line of worse) console.error(line)
if (worse.length > 0) process.exitCode = 1
