// Measures start-up, replay, request rates and memory, with a real kube-apiserver beside it in the same run: that of the release in the
// folder that KEPSIM_KUBE_APISERVERS names, on the etcd that is on PATH.
// usage: npm run bench [-- --seconds 3] [--release 1.36]     figures are medians; ratios are simulated / real
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import { serverFolder, startServerProcess } from '../e2e/conformance/server-process.ts'
import { minorOf, realVersions, startRealServer } from '../e2e/etcd/real-server.ts'
import { hasEtcd, startEtcd } from '../server/storage/etcd/testing/etcd-process.ts'
import { type Load, measureLoad } from './bench/load.ts'
import { commandLine } from './command-line.mjs'

const { values } = commandLine('npm run bench [-- --seconds 3] [--release 1.36]', {
  options: { seconds: { type: 'string', default: '3' }, release: { type: 'string', default: '1.36' } },
})
const seconds = Number(values.seconds)
const bin = join(packageRoot, 'bin/kepsim')

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** Milliseconds that a command takes; one that fails has no time. */
function onceTime(args: string[]): number {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, [bin, ...args], { stdio: 'ignore' })
  if (status !== 0) throw new Error(`kepsim ${args.join(' ')}: exit code ${status}`)
  return performance.now() - start
}

/** Median of five. */
const commandTime = (args: string[]): number => median(Array.from({ length: 5 }, () => onceTime(args)))

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const ask = request(
      { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    ask.on('error', () => resolve(false))
    ask.end()
  })

/** Milliseconds from the start of the process to a /readyz that says ok. */
async function upTime(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const start = performance.now()
    const child = spawn(process.execPath, [bin, 'up', '--release', values.release, '--port', String(port)], {
      stdio: 'ignore',
    })
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 2))
    times.push(performance.now() - start)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.on('exit', resolve))
  }
  return median(times)
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function simulated(): Promise<Load> {
  const folder = serverFolder()
  const server = await startServerProcess({ release: values.release, dir: folder.dir, flags: [] })
  try {
    return await measureLoad({ ...server, seconds, memory: () => residentMiB(server.pid) })
  } finally {
    await server.stop()
    folder.remove()
  }
}

/** Undefined where there is none. */
async function real(): Promise<Load | undefined> {
  const version = realVersions.find((one) => `1.${minorOf(one)}` === values.release)
  if (version === undefined || !hasEtcd) return undefined
  const folder = serverFolder()
  const etcd = await startEtcd()
  try {
    const server = await startRealServer(version, etcd.url, folder.dir)
    const load = { ...server, seconds, memory: () => residentMiB(server.pid) }
    return await measureLoad(load).finally(() => server.stop())
  } finally {
    await etcd.stop()
    folder.remove()
  }
}

const show = (name: string, value: number, unit: string, other?: number): void =>
  console.log(
    `${name.padEnd(44)} ${value.toFixed(1).padStart(10)} ${unit.padEnd(6)}${other === undefined ? '' : ` real ${other.toFixed(1).padStart(9)}   ratio ${(value / other).toFixed(2)}`}`,
  )

show('kepsim --version', commandTime(['--version']), 'ms')
show('kepsim up, start to /readyz', await upTime(), 'ms')
show(
  'kepsim replay kep-4004.md',
  commandTime(['replay', join(packageRoot, 'e2e/scenarios/kep-4004.md')]),
  'ms',
)
show(
  'kepsim skew kep-4004.mjs, 66 cells, 2 workers',
  onceTime(['skew', join(packageRoot, 'e2e/scenarios/skew/kep-4004.mjs'), '--workers', '2']) / 1000,
  's',
)
const mine = await simulated()
const theirs = await real()
if (theirs === undefined)
  console.log(
    'SKIP the real kube-apiserver: KEPSIM_KUBE_APISERVERS names no folder with one of the release, or there is no etcd on PATH',
  )
for (const [i, figure] of mine.entries()) show(figure.name, figure.value, figure.unit, theirs?.[i]?.value)
