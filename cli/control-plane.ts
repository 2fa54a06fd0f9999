// kube-controller-manager and kube-scheduler as programs, with their flags.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { realClock } from '../component-base/clock.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { usageText } from '../component-base/flags/usage-text.ts'
import { klogLogger, type Logger } from '../component-base/klog.ts'
import { realRandom } from '../component-base/random.ts'
import { loadRelease, type Release, UnknownReleaseError } from '../component-base/release.ts'
import { startControllers } from '../controllers/index.ts'
import {
  ControllerManagerStartError,
  type ControlPlaneComponent,
  controlPlaneFlags,
  fail,
  metricsErrors,
  readControlPlane,
  servingErrors,
  UsageError,
} from '../controllers/options/control-plane-flags.ts'
import { completeControllerManager } from '../controllers/options/prepare-controller-manager.ts'
import { readSchedulerFiles, serverAccess } from '../controllers/options/server-access.ts'
import type { Command } from './command.ts'
import { planErrorText, takePlan } from './plan-option.ts'
import { takeOption } from './take-option.ts'

/** The files, streams and signals of the command. */
export interface ControlPlaneIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  readFile: (path: string) => string
  /** Resolves when the component is to stop. */
  stopped: () => Promise<unknown>
}

const hostIO: ControlPlaneIO = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  readFile: (path) => readFileSync(resolve(path), 'utf8'),
  stopped: () =>
    new Promise((done) => {
      process.once('SIGTERM', done)
      process.once('SIGINT', done)
    }),
}

const ownHelp = `kepsim's own flags:
      --release 1.NN[.Z]     the release to be (default: the newest)
      --plan NAME|FILE       a plan, whose releases may then be named
`

/** The command of a component, until SIGTERM or SIGINT. */
export const controlPlaneCommand =
  (component: ControlPlaneComponent): Command =>
  (args) =>
    runControlPlane(component, args, hostIO)

/** A component with kepsim's own flags; answers the exit code. */
export async function runControlPlane(
  component: ControlPlaneComponent,
  argv: readonly string[],
  io: ControlPlaneIO,
): Promise<number> {
  const args = [...argv]
  const logger = klogLogger({ write: io.stderr, now: Date.now, source: 'run.go:74' })
  let release: Release | undefined
  try {
    release = loadRelease(takeOption(args, 'release'), await takePlan(args))
    return await start(component, args, { release, logger, io })
  } catch (error) {
    return report(component, error, { release, logger, io })
  }
}

interface Surroundings {
  release: Release
  logger: Logger
  io: ControlPlaneIO
}

async function start(
  component: ControlPlaneComponent,
  args: readonly string[],
  { release, logger, io }: Surroundings,
): Promise<number> {
  const options = { release, logger: log(args, logger), notice: (line: string) => io.stderr(`${line}\n`) }
  const read = readControlPlane(component, args, options)
  if (read.print !== undefined) {
    io.stdout(read.print === 'help' ? helpOf(component, release) : read.print)
    return 0
  }
  const { values } = read.parsed
  const access = { ...options, component, readFile: io.readFile }
  if (component === 'kube-scheduler') {
    fail(component, release, read.globals, [
      ...servingErrors(values),
      ...metricsErrors(values, release.minor),
    ])
    readSchedulerFiles(values, access)
    const { gates } = read.globals
    const program = { gates, minor: release.minor, verbosity: read.verbosity, clusterCIDRs: [] }
    return serve(serverAccess(values, access), { ...program, runs: () => false }, component, options, io)
  }
  const prepared = completeControllerManager(read, options)
  const config = serverAccess(values, access)
  const rootCA = values.string('root-ca-file')
  return serve(
    config,
    { ...prepared, rootCA: rootCA === '' ? '' : io.readFile(rootCA) },
    component,
    options,
    io,
  )
}

/** Where a log goes to files, errors alone are on stderr. Upstream: klog's --logtostderr and --stderrthreshold */
function log(args: readonly string[], logger: Logger): Logger {
  if (!args.includes('--logtostderr=false') || args.some((arg) => arg.startsWith('--alsologtostderr')))
    return logger
  return {
    log: (severity, message) => (/[EF]/.test(severity) ? logger.log(severity, message) : undefined),
    logS: (severity, message, values) =>
      severity === 'E' ? logger.logS(severity, message, values) : undefined,
  }
}

type Program = Omit<
  Parameters<typeof startControllers>[0],
  'client' | 'clock' | 'random' | 'logger' | 'rootCA'
>

async function serve(
  config: ClientConfig,
  program: Program & { rootCA?: string },
  component: ControlPlaneComponent,
  { release, logger }: Pick<Surroundings, 'release' | 'logger'>,
  io: ControlPlaneIO,
): Promise<number> {
  const client = new RestClient(config, `${component}/${release.text} (linux/amd64) kubernetes/0000000`)
  logger.logS('I', 'Starting', { version: release.text })
  const controllers = startControllers({
    rootCA: config.ca ?? '',
    ...program,
    program: component,
    client,
    clock: realClock,
    random: realRandom,
    logger,
  })
  await io.stopped()
  await controllers.stop()
  client.close()
  return 0
}

function helpOf(component: ControlPlaneComponent, release: Release): string {
  return `A simulated ${component} ${release.text}.\n\n${ownHelp}\n${usageText(component, controlPlaneFlags(component, release))}`
}

function report(
  component: ControlPlaneComponent,
  error: unknown,
  { release, logger, io }: Partial<Surroundings> & Pick<Surroundings, 'logger' | 'io'>,
): number {
  if (error instanceof UsageError && release !== undefined)
    io.stderr(`${usageText(component, controlPlaneFlags(component, release))}Error: ${error.message}\n`)
  else if (error instanceof FlagError) io.stderr(`Error: ${error.message}\n`)
  else if (error instanceof ControllerManagerStartError && error.plain) io.stderr(`${error.message}\n`)
  else if (error instanceof ControllerManagerStartError)
    logger.logS('E', 'command failed', { err: error.message })
  else {
    const planError = planErrorText(component, error)
    if (planError === undefined && !(error instanceof UnknownReleaseError)) throw error
    io.stderr(planError ?? `kepsim ${component}: ${(error as Error).message}\n`)
    return 2
  }
  return 1
}
