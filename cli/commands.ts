// The composition root: one line for each command, loaded only when it is called.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean } from '../component-base/nearest.ts'
import { packageRoot } from '../component-base/package-root.ts'
import { systemErrorText } from '../component-base/system-error.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import type { CommandEntry } from './command.ts'
import { stackText } from './error-stack.ts'

/** By name, in the order of `kepsim --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = Object.assign(Object.create(null), {
  gates: {
    about: 'ask for the life of feature gates',
    load: () => import('./gates.ts'),
    line: async () => (await import('./lines/gates.ts')).gatesLine,
  },
  diff: {
    about: 'tell what changed from one release to another',
    load: () => import('./diff.ts'),
    line: async () => (await import('./lines/diff.ts')).diffLine,
  },
  plan: {
    about: 'show, check and walk plans for releases to come',
    load: () => import('./plan.ts'),
    line: async () => (await import('./lines/plan.ts')).planLine,
  },
  init: {
    about: 'write the files of a new KEP',
    load: () => import('./init.ts'),
    line: async () => (await import('./lines/init.ts')).initLine,
  },
  up: {
    about: 'run a cluster, in the foreground or detached',
    load: () => import('./up.ts'),
    line: async () => (await import('./lines/up.ts')).upLine,
  },
  cluster: {
    about: 'change a cluster of up while it runs',
    load: () => import('./cluster.ts'),
    line: async () => (await import('./lines/cluster.ts')).clusterLine,
  },
  down: {
    about: 'end a cluster of up',
    load: async () => ({ run: (await import('./cluster.ts')).runDown }),
    line: async () => (await import('./lines/cluster.ts')).downLine,
  },
  kubectl: { about: 'the built-in kubectl', load: () => import('./kubectl.ts') },
  etcdctl: {
    about: 'etcdctl over the store of a simulated cluster, or of a real etcd',
    load: () => import('./etcdctl.ts'),
  },
  etcdutl: {
    about: 'look at snapshots of etcd, and restore them',
    load: async () => ({ run: (await import('./etcdctl.ts')).runUtl }),
  },
  replay: {
    about: "run a KEP's upgrade and downgrade script on a simulated machine",
    load: () => import('./replay.ts'),
    line: async () => (await import('./lines/replay.ts')).replayLine,
  },
  skew: {
    about: 'run a scenario over a matrix of releases and gates',
    load: () => import('./skew.ts'),
    line: async () => (await import('./lines/skew.ts')).skewLine,
  },
  path: {
    about: 'take one live store up and down through releases',
    load: () => import('./path.ts'),
    line: async () => (await import('./lines/path.ts')).pathLine,
  },
  transcript: {
    about: 'write real outputs into documents, or check them',
    load: () => import('./transcript.ts'),
    line: async () => (await import('./lines/transcript.ts')).transcriptLine,
  },
  data: {
    about: 'check and mend the data directory of a server',
    load: () => import('./data.ts'),
    line: async () => (await import('./lines/data.ts')).dataLine,
  },
  'kube-apiserver': { about: 'run a simulated kube-apiserver', load: () => import('./kube-apiserver.ts') },
  'kube-controller-manager': {
    about: 'run a simulated kube-controller-manager',
    load: () => import('./kube-controller-manager.ts'),
  },
  'kube-scheduler': { about: 'run a simulated kube-scheduler', load: () => import('./kube-scheduler.ts') },
  kubelet: { about: 'run a simulated kubelet', load: () => import('./kubelet.ts') },
  'kube-proxy': { about: 'run a simulated kube-proxy', load: () => import('./kube-proxy.ts') },
  'node-api': {
    about: "serve or watch a node's endpoints over gRPC",
    load: () => import('./node-api.ts'),
    line: async () => (await import('./lines/node-api.ts')).nodeApiLine,
  },
  completion: {
    about: 'print the completion of a shell: bash, zsh, fish or powershell',
    load: () => import('./completion.ts'),
    line: async () => (await import('./lines/completion.ts')).completionLine,
  },
} satisfies Record<string, CommandEntry>)

function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((n) => n.length))
  const lines = Object.entries(commands).map(([name, c]) => `  ${name.padEnd(width)}  ${c.about}`)
  return `kepsim: a simulated Kubernetes cluster for KEP authors, skew CI and docs

Usage: kepsim <command> [args]

${lines.join('\n')}

'kepsim help <command>' tells more. Exit codes: 0 holds, 1 does not, 2 could not be run.
`
}

/** `kepsim ARGS`; answers the exit code. */
export async function runKepsim(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === 'version') {
    process.stdout.write(`kepsim ${version()}\n`)
    return 0
  }
  if (name === 'help' && rest.length > 0) return runKepsim([...rest, '--help'])
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage())
    return name === undefined ? 2 : 0
  }
  if (name === '__complete') return (await import('./complete/complete.ts')).run(rest, commands)
  const command = commands[name]
  if (command === undefined) {
    const what = name.startsWith('-') ? 'flag' : 'command'
    const hint = didYouMean(name, [...Object.keys(commands), 'help', 'version'])
    process.stderr.write(
      `kepsim: unknown ${what} "${name}"${hint || "; 'kepsim --help' lists the commands"}\n`,
    )
    return 2
  }
  try {
    return await (await command.load()).run(rest)
  } catch (error) {
    // A full disk, a directory for temporary files that is not there: nothing that a stack would explain.
    const text = systemErrorText(error)
    if (text === undefined) throw error
    process.stderr.write(`kepsim ${name}: ${withoutCommands(text)}\n${stackText(error)}`)
    return 2
  }
}
