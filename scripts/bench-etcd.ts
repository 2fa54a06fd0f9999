// Measures a simulated kube-apiserver on etcd, with a real one beside it on the same etcd, in turns. Needs etcd on PATH; the real one
// is that of the release in the folder that KEPSIM_KUBE_APISERVERS names.
// usage: npm run bench-etcd [-- --seconds 2] [--rounds 3] [--release 1.36] [--only TEXT]
// figures are medians of the rounds; ratios are simulated / real: of requests a second (more is better), and of the server's
// processor time for a request (less is better), which depends less on what else the machine does.

import { serverFolder, startServerProcess } from '../e2e/conformance/server-process.ts'
import { minorOf, realVersions, startRealServer } from '../e2e/etcd/real-server.ts'
import { type EtcdProcess, hasEtcd, startEtcd } from '../server/storage/etcd/testing/etcd-process.ts'
import { EtcdLoad, type Figure, watchers } from './bench/etcd-load.ts'
import { commandLine } from './command-line.mjs'

const { values } = commandLine(
  'npm run bench-etcd [-- --seconds 2] [--rounds 3] [--release 1.36] [--only TEXT]',
  {
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      release: { type: 'string', default: '1.36' },
      only: { type: 'string', default: '' },
    },
  },
)
// Enough for all services.
const flags = ['--service-cluster-ip-range=10.0.0.0/16']

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const medians = (figures: readonly Figure[]): Figure => ({
  perSecond: median(figures.map((one) => one.perSecond)),
  processor: median(figures.map((one) => one.processor)),
})

function show(name: string, mine: Figure, real: Figure | undefined): void {
  const line = ({ perSecond, processor }: Figure): string =>
    `${perSecond.toFixed(1).padStart(8)}/s ${processor.toFixed(2).padStart(7)} ms`
  const beside =
    real === undefined
      ? ''
      : `   real ${line(real)}   ratio ${(mine.perSecond / real.perSecond).toFixed(2)}, of processor ${(mine.processor / real.processor).toFixed(2)}`
  console.log(`${name.padEnd(28)} ${line(mine)}${beside}`)
}

/** Watches that etcd serves. */
async function watchesOf(etcd: EtcdProcess): Promise<number> {
  const text = await (await fetch(`${etcd.url}/metrics`)).text()
  return Number(/^etcd_debugging_mvcc_watcher_total (\S+)$/m.exec(text)?.[1])
}

async function measure(
  loads: readonly EtcdLoad[],
  of: (load: EtcdLoad) => Promise<Figure>,
): Promise<Figure[]> {
  const figures = loads.map((): Figure[] => [])
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [i, load] of loads.entries()) figures[i]!.push(await of(load))
  return figures.map(medians)
}

async function compare(loads: readonly EtcdLoad[]): Promise<void> {
  for (const load of loads) await load.prepare()
  const seconds = Number(values.seconds)
  for (const name of Object.keys(loads[0]!.figures(seconds)).filter((one) => one.includes(values.only))) {
    const [mine, real] = await measure(loads, (load) => load.figures(seconds)[name]!())
    show(name, mine!, real)
  }
  const fanned = `a change to ${watchers} watchers`
  if (!fanned.includes(values.only)) return
  const [mine, real] = await measure(loads, (load) => load.fanOut())
  show(fanned, mine!, real)
}

async function run(etcd: EtcdProcess): Promise<void> {
  const folder = serverFolder()
  const mine = await startServerProcess({ release: values.release, dir: folder.dir, flags, etcd: etcd.url })
  const loads = [new EtcdLoad(mine)]
  const watches = await watchesOf(etcd)
  const version = realVersions.find((one) => `1.${minorOf(one)}` === values.release)
  const real = version === undefined ? undefined : await startRealServer(version, etcd.url, folder.dir, flags)
  try {
    if (real === undefined)
      console.log(
        'SKIP the real kube-apiserver: KEPSIM_KUBE_APISERVERS names no folder with one of the release',
      )
    else loads.push(new EtcdLoad(real))
    await compare(loads)
    console.log(`the simulated server has ${watches} watch of etcd`)
  } finally {
    for (const load of loads) load.close()
    await real?.stop()
    await mine.stop()
    folder.remove()
  }
}

if (hasEtcd) {
  const etcd = await startEtcd()
  try {
    await run(etcd)
  } finally {
    await etcd.stop()
  }
} else console.log('SKIP: there is no etcd on PATH')
