import { NotSimulatedError } from '../../kubectl/errors.ts'
import type { KubectlHost } from '../../kubectl/host.ts'
import { runKubectl } from '../../kubectl/kubectl.ts'
import type { Limit } from '../reason.ts'
import { isPortTaken } from './component-ports.ts'
import { type Forward, mostForwards } from './forwards.ts'
import type { Host } from './host.ts'
import type { KubectlContext, KubectlRunner, Machine } from './machine.ts'

/** The built-in kubectl, on the machine's virtual disk. */
export const builtinKubectl: KubectlRunner = async (machine, args, context) => {
  let stdout = ''
  let stderr = ''
  let limit: Limit | undefined
  const forwarding = new Forwarding(machine, args, context)
  const exitCode = await runKubectl(args, {
    ...kubectlHost(machine, context),
    listen: forwarding.listen,
    goesOn: forwarding.goesOn,
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
  if (exitCode !== 0) forwarding.end()
  return { stdout, stderr, exitCode, limit }
}

/** Ports of the computer that a command is run on, taken until it is ended. */
class Forwarding {
  private readonly machine: Machine
  private readonly commandLine: string
  private readonly host: Host
  private forward: Forward | undefined

  constructor(machine: Machine, args: readonly string[], { host }: KubectlContext) {
    this.machine = machine
    this.commandLine = ['kubectl', ...args].join(' ')
    this.host = host
  }

  readonly listen: NonNullable<KubectlHost['listen']> = async (address, port, take) => {
    const { machine, host } = this
    const { forwards } = machine.kubectl
    if (this.forward === undefined) {
      if (forwards.isFull)
        throw new NotSimulatedError(`more than ${mostForwards} port-forwards at a time are not simulated`)
      this.forward = forwards.begin(host.name, this.commandLine, host.jobs.takeOwnPid())
      host.jobs.add(this.forward)
    }
    return forwards.listen(this.forward, address, port, take, (one) => isPortTaken(machine, host, one))
  }

  readonly goesOn: NonNullable<KubectlHost['goesOn']> = (stop, lost) => {
    if (this.forward === undefined) return
    this.machine.kubectl.forwards.onEnd(this.forward, stop)
    void lost.then(() => this.end())
  }

  end(): void {
    if (this.forward !== undefined) this.machine.kubectl.forwards.end(this.forward)
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
