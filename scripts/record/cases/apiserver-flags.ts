// How a real kube-apiserver starts, or ends, with flags of recorded cases beside the usual ones.
import { type ChildProcess, spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../cluster/free-port.ts'
import { createWorkspace, type Workspace } from '../../cases/apiserver-flags.ts'
import { flagsOutcomesFile, isSteady, type ServerStart, startOf } from '../../cases/flags.ts'
import { startEtcd } from '../server/real-server.ts'
import { flagInputs } from './flag-inputs.ts'
import { outcomesRecorder } from './recorder.ts'
import { inFolder, several } from './run-binary.ts'

const addresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)

/** Without the addresses and the folder of the host. */
const plain = (text: string, folder: string): string =>
  addresses()
    .reduce((all, address) => all.replaceAll(address, '<host address>'), text)
    .replaceAll(folder, '<folder>')

interface Running {
  child: ChildProcess
  ended: Promise<number | null>
  output: { stdout: string; stderr: string }
}

function run(binary: string, args: readonly string[], cwd: string): Running {
  const child = spawn(binary, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { child, ended, output }
}

/** What every kube-apiserver logs when its own parts are made. Its hooks come after that, and tell of timing and load. */
const serving = 'Serving securely on'

/** Whether it serves before it ends, within `patience` milliseconds, and goes on for a moment. */
async function isServing({ ended, output }: Running, patience: number): Promise<boolean> {
  let over = false
  ended.finally(() => {
    over = true
  })
  const until = performance.now() + patience
  while (!over && !output.stderr.includes(serving) && performance.now() < until) await pause(50)
  if (!over) await pause(300)
  return !over && output.stderr.includes(serving)
}

async function start(binary: string, args: readonly string[], workspace: Workspace): Promise<ServerStart> {
  const running = run(binary, args, workspace.dir)
  const started = await isServing(running, 60_000)
  running.child.kill('SIGKILL')
  const exitCode = await running.ended
  const output = {
    stdout: plain(running.output.stdout, workspace.dir),
    stderr: plain(running.output.stderr, workspace.dir),
  }
  return startOf({ ...output, ready: started, exitCode: started ? null : exitCode })
}

/** Starts kube-apiserver once for each list of flags, all on one etcd: each has a prefix of its own there. */
export const recordFlags = outcomesRecorder(flagsOutcomesFile, ({ binary, etcd, recordings }) =>
  inFolder(async (folder) => {
    const [server, etcdPort, peerPort] = [binary('kube-apiserver'), await freePort(), await freePort()]
    const store = startEtcd(etcd(), folder, etcdPort, peerPort)
    let count = 0
    const ask = async (flags: string[]) => {
      const workspace = createWorkspace()
      try {
        const own = [`--etcd-servers=http://127.0.0.1:${etcdPort}`, `--etcd-prefix=/r${count++}`]
        const args = workspace.flags(await freePort(), flags, own)
        return { input: flags, outcome: await start(server, args, workspace) }
      } finally {
        workspace.remove()
      }
    }
    try {
      const answers = await several(flagInputs(recordings), 2, ask)
      return answers.filter(({ outcome }) => isSteady(outcome))
    } finally {
      await store.stop()
    }
  }),
)
