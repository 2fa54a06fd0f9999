// Programs that others use for a part of what kepsim does, where they are on PATH: kwok's controller, which plays nodes as
// `kepsim kubelet --count` does, and the start of real binaries, as envtest does it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { eachOf } from '../../component-base/each-of.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { adminKubeconfig } from '../record/server/admin.ts'
import { isReady, type ScaleFigure, untilAll } from './clusters.ts'
import type { Target } from './connection.ts'
import { node } from './objects.ts'
import { processorTime } from './server-load.ts'
import { residentMiB, startBenchServer } from './servers.ts'

/** A program that plays nodes. */
interface Player {
  name: string
  /** Whether it is there to be measured. */
  found(): boolean
  command(kubeconfig: string, release: string, count: number): [string, ...string[]]
  /** Whether its nodes are those that somebody else makes. */
  wantsNodes: boolean
}

const players: readonly Player[] = [
  {
    name: 'kepsim kubelet --count',
    found: () => true,
    command: (kubeconfig, release, count) => [
      process.execPath,
      join(packageRoot, 'bin/kepsim'),
      'kubelet',
      '--release',
      release,
      '--kubeconfig',
      kubeconfig,
      '--count',
      String(count),
    ],
    wantsNodes: false,
  },
  {
    name: 'kwok --manage-all-nodes',
    found: () => spawnSync('kwok', ['--version'], { stdio: 'ignore' }).status === 0,
    command: (kubeconfig) => ['kwok', '--kubeconfig', kubeconfig, '--manage-all-nodes'],
    wantsNodes: true,
  },
]

/** Milliseconds from the start of an etcd to a real kube-apiserver on it that is ready; a text says why it cannot be. */
export async function realStart(release: string): Promise<number | string> {
  const start = performance.now()
  const server = await startBenchServer('real', release)
  if (typeof server === 'string') return server
  const took = performance.now() - start
  await server.stop()
  return took
}

/**
 * What each program that is there took to play so many nodes for a real kube-apiserver of its own, without what that took; a text says
 * why there is none.
 */
export async function playedNodes(
  release: string,
  count: number,
): Promise<Record<string, ScaleFigure> | string> {
  const found: Record<string, ScaleFigure> = {}
  for (const player of players.filter((player) => player.found())) {
    const server = await startBenchServer('real', release)
    if (typeof server === 'string') return server
    try {
      found[player.name] = await played(player, server, release, count)
    } finally {
      await server.stop()
    }
  }
  return found
}

async function played(player: Player, target: Target, release: string, count: number): Promise<ScaleFigure> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-bench-'))
  const path = join(dir, 'kubeconfig')
  const kubeconfig = adminKubeconfig(target)
  writeFileSync(path, kubeconfig, { mode: 0o600 })
  const [program, ...args] = player.command(path, release, count)
  const client = new RestClient(parseKubeconfig(kubeconfig), 'kepsim-bench')
  const start = performance.now()
  const child = spawn(program, args, { cwd: dir, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    if (player.wantsNodes) await makeNodes(client, count)
    await Promise.race([
      untilAll(client, '/api/v1/nodes', count, isReady, pollMs),
      gone.then(([code]) => Promise.reject(new Error(`${player.name}: exit code ${code}`))),
    ])
    return {
      seconds: (performance.now() - start) / 1000,
      processor: processorTime([child.pid!]) / 1000,
      memoryMiB: Math.round(residentMiB(child.pid!)),
    }
  } finally {
    child.kill('SIGKILL')
    await gone
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A page of nodes costs a server some milliseconds. */
const pollMs = 100

/** Nodes without a status, which is what a program that plays them writes. */
const makeNodes = (client: RestClient, count: number): Promise<void> =>
  eachOf([...Array(count).keys()], 16, async (i) => {
    const whole = JSON.parse(node(`n${i}`)) as object
    await client.create('/api/v1/nodes', { ...whole, status: {} })
  })
