// The composition root: one line for each command, loaded only when it is called.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import type { Command } from './command.ts'

const commands: Readonly<Record<string, { about: string; load: () => Promise<{ run: Command }> }>> =
  Object.assign(Object.create(null), {
    gates: { about: 'ask for the life of feature gates', load: () => import('./gates.ts') },
    diff: { about: 'tell what changed from one release to another', load: () => import('./diff.ts') },
    plan: { about: 'show, check and walk plans for releases to come', load: () => import('./plan.ts') },
    init: { about: 'write the files of a new KEP', load: () => import('./init.ts') },
    up: { about: 'run a cluster in the foreground', load: () => import('./up.ts') },
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
    },
    skew: {
      about: 'run a scenario over a matrix of releases and gates',
      load: () => import('./skew.ts'),
    },
    path: {
      about: 'take one live store up and down through releases',
      load: () => import('./path.ts'),
    },
    transcript: {
      about: 'write real outputs into documents, or check them',
      load: () => import('./transcript.ts'),
    },
    data: { about: 'check and mend the data directory of a server', load: () => import('./data.ts') },
    'kube-apiserver': { about: 'run a simulated kube-apiserver', load: () => import('./kube-apiserver.ts') },
    'kube-controller-manager': {
      about: 'run a simulated kube-controller-manager',
      load: () => import('./kube-controller-manager.ts'),
    },
    'kube-scheduler': { about: 'run a simulated kube-scheduler', load: () => import('./kube-scheduler.ts') },
    kubelet: { about: 'run a simulated kubelet', load: () => import('./kubelet.ts') },
    'kube-proxy': { about: 'run a simulated kube-proxy', load: () => import('./kube-proxy.ts') },
    'node-api': { about: "serve or watch a node's endpoints over gRPC", load: () => import('./node-api.ts') },
  })

function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((n) => n.length))
  const lines = Object.entries(commands).map(([name, c]) => `  ${name.padEnd(width)}  ${c.about}`)
  return `kepsim: a simulated Kubernetes cluster for KEP authors, skew CI and docs\n\nusage: kepsim COMMAND [ARGS]\n\n${lines.join('\n')}\n\n'kepsim COMMAND --help' tells more.\n`
}

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === 'version') {
    process.stdout.write(`kepsim ${version()}\n`)
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage())
    return name === undefined ? 2 : 0
  }
  const command = commands[name]
  if (command === undefined) {
    process.stderr.write(`kepsim: unknown command "${name}"; 'kepsim --help' lists the commands\n`)
    return 2
  }
  return (await command.load()).run(rest)
}

// A reader that has enough (`kepsim … | head`) ends kepsim, as SIGPIPE ends other programs.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(141)
})
process.exitCode = await main(process.argv.slice(2))
