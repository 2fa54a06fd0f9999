import type { KubectlHost } from '../../kubectl/host.ts'
import { runKubectl } from '../../kubectl/kubectl.ts'
import type { Limit } from '../reason.ts'
import { isPortTaken } from './component-ports.ts'
import type { Forward } from './forwards.ts'
import type { KubectlContext, KubectlRunner, Machine } from './machine.ts'

/** The built-in kubectl, on the machine's virtual disk. */
export const builtinKubectl: KubectlRunner = async (machine, args, context) => {
  let stdout = ''
  let stderr = ''
  let limit: Limit | undefined
  const exitCode = await runKubectl(args, {
    ...kubectlHost(machine, context),
    listen: listenOf(machine, args, context),
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    notSimulated: () => {
      limit = 'not simulated'
    },
  })
  return { stdout, stderr, exitCode, limit }
}

/** Ports of the computer that this command is run on, taken until it is ended. */
function listenOf(
  machine: Machine,
  args: readonly string[],
  { host }: KubectlContext,
): KubectlHost['listen'] {
  const { forwards } = machine.kubectl
  let forward: Forward | undefined
  return async (address, port, take) => {
    forward ??= forwards.begin(host.name, ['kubectl', ...args].join(' '), host.startsJob)
    return forwards.listen(forward, address, port, take, (one) => isPortTaken(machine, host, one))
  }
}

/** The machine, as a kubectl on it sees it; what is printed is lost. */
export function kubectlHost(machine: Machine, context: KubectlContext): KubectlHost {
  const { clock, waits = clock } = machine.options
  return {
    env: new Map([...context.env, ['PWD', context.cwd]]),
    stdin: async () => context.stdin,
    stdout: () => {},
    stderr: () => {},
    readFile: (path) => context.host.disk.readFile(context.host.absolute(path, context.cwd)),
    listFiles: async (path) => {
      const dir = context.host.absolute(path, context.cwd)
      return (await context.host.disk.stat(dir)).isDirectory ? context.host.disk.readdir(dir) : undefined
    },
    writeFile: (path, text) => context.host.writeFile(context.host.absolute(path, context.cwd), text),
    now: () => clock.now(),
    random: machine.options.random,
    sleep: (ms) => new Promise((resolve) => void waits.setTimeout(resolve, ms)),
    setTimeout: (work, ms) => waits.setTimeout(work, ms),
    execute: (line) => context.host.exec(['sh', '-c', line], ''),
    release: machine.sources.fullRelease(machine.sources.checkedOutRelease()),
    watchQuietMs: 700,
    documents: machine.kubectl.documents,
    connections: machine.kubectl.connections(),
  }
}
