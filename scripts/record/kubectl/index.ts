// Asks a real kubectl the command lines of recorded sessions, on a real cluster of its release, into e2e/golden/kubectl.
// usage: npm run record-kubectl -- --binaries DIR[,DIR] | --kubectl FILE [--sessions DIR]
//   --binaries DIR   holds kubectl, kube-apiserver, kube-controller-manager, kube-scheduler and kubemark of a release; etcd there,
//                    beside it or on PATH. What is missing there is taken from the next folder
//   --kubectl FILE   a kubectl without such binaries: it is asked on a simulated cluster of its release, without users
//   --sessions DIR   holds the recorded sessions, 1.28.json and others, whose command lines are asked, and takes the answers
// Components listen on free ports of 127.0.0.1 only; what they write is gone at the end.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startCluster } from '../../../cluster/index.ts'
import { minorRelease } from '../../../component-base/minor.ts'
import { packageRoot } from '../../../component-base/package-root.ts'
import { commandLine } from '../../command-line.mjs'
import { runBinary } from '../cases/run-binary.ts'
import { RecordError } from '../record-error.ts'
import { runRecorder } from '../run-recorder.ts'
import { nodeName, type RealCluster, startRealCluster } from './real-cluster.ts'

const usage = 'npm run record-kubectl -- --binaries DIR[,DIR] | --kubectl FILE [--sessions DIR]'
const { values } = commandLine(usage, {
  options: {
    binaries: { type: 'string' },
    kubectl: { type: 'string' },
    sessions: { type: 'string', default: join(packageRoot, 'e2e/golden/kubectl') },
  },
})

interface Session {
  commands: { args: string[] }[]
}

/** `1.28-more.json` → `-more`. */
const kindOf = (file: string): string => /^1\.\d+(.*)\.json$/.exec(file)![1]!

/** The kinds of sessions, each with the command lines of the newest release that was asked them. */
function recordedSessions(folder: string): Map<string, string[][]> {
  const files = readdirSync(folder).filter((name) => /^1\.\d+.*\.json$/.test(name))
  const read = (file: string): Session => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Session
  return new Map(files.sort().map((file) => [kindOf(file), read(file).commands.map(({ args }) => args)]))
}

/** Runs the program of a session, with no more of the environment than it needs. */
const running = (kubectl: string, work: string, kubeconfig: string) => async (args: string[]) => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: work, KUBECONFIG: kubeconfig }
  const { stdout, stderr, exitCode } = await runBinary(kubectl, args, { cwd: work, patience: 60_000, env })
  return { args, stdout, stderr, exitCode }
}

/** Messages name the program as it was called. */
function namedKubectl(path: string, folder: string): string {
  const link = join(folder, 'kubectl')
  symlinkSync(resolve(path), link)
  return link
}

/** Starts a cluster that writes into a folder. */
type Start = (folder: string) => Promise<RealCluster>

async function startSimulated(folder: string, release: string): Promise<RealCluster> {
  const cluster = await startCluster({ release, nodes: [{ name: nodeName }], http: true })
  mkdirSync(folder)
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, cluster.kubeconfig)
  return { url: cluster.url, kubeconfig, stop: () => cluster.stop() }
}

/** Asks one session in a new cluster. */
async function record(kubectl: string, start: Start, lines: readonly string[][]) {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
  try {
    const cluster = await start(join(folder, 'cluster'))
    const work = join(folder, 'work')
    cpSync(join(packageRoot, 'e2e/golden/kubectl/files'), work, { recursive: true })
    try {
      const run = running(namedKubectl(kubectl, folder), work, cluster.kubeconfig)
      const commands = []
      for (const args of lines) commands.push(await run(args))
      return { url: cluster.url, commands }
    } finally {
      await cluster.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function versionOf(kubectl: string): Promise<string> {
  const told = await runBinary(kubectl, ['version', '--client', '-o', 'json'], {
    cwd: tmpdir(),
    patience: 60_000,
  })
  const { clientVersion } = JSON.parse(told.stdout) as { clientVersion: { gitVersion: string } }
  return clientVersion.gitVersion.slice(1)
}

async function main(): Promise<void> {
  const { binaries, sessions } = values
  const folders = binaries?.split(',') ?? []
  const kubectl = values.kubectl ?? folders.map((folder) => resolve(folder, 'kubectl'))[0]
  if (kubectl === undefined) throw new RecordError(`--binaries or --kubectl is needed\nusage: ${usage}`)
  const version = await versionOf(kubectl)
  const start: Start = (folder) =>
    folders.length > 0 ? startRealCluster(folders, folder) : startSimulated(folder, minorRelease(version))
  for (const [kind, lines] of recordedSessions(sessions)) {
    const { url, commands } = await record(kubectl, start, lines)
    const text = commands.map((command) => JSON.stringify(command)).join(',\n')
    const file = `${minorRelease(version)}${kind}.json`
    writeFileSync(
      join(sessions, file),
      `{"kubectl":"${version}","url":"${url}","node":"${nodeName}","commands":[\n${text}\n]}\n`,
    )
    process.stdout.write(`${file}: ${commands.length} commands\n`)
  }
}

await runRecorder(main)
