// kube-controller-manager and kube-scheduler as programs, with their flags.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { realClock } from '../component-base/clock.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { usageText } from '../component-base/flags/usage-text.ts'
import { klogLogger, type Logger } from '../component-base/klog.ts'
import { loadRelease, type Release, UnknownReleaseError } from '../component-base/release.ts'
import type { IssuingOptions } from '../controllers/issuing.ts'
import {
  ControllerManagerStartError,
  type ControlPlaneComponent,
  controlPlaneFlags,
  fail,
  metricsErrors,
  type ReadControlPlane,
  readControlPlane,
  servingErrors,
  UsageError,
} from '../controllers/options/control-plane-flags.ts'
import { readIssuing } from '../controllers/options/issuing-files.ts'
import { electionVersions } from '../controllers/options/leader-election-options.ts'
import { completeControllerManager } from '../controllers/options/prepare-controller-manager.ts'
import { type AccessOptions, readSchedulerFiles, serverAccess } from '../controllers/options/server-access.ts'
import type { Command } from './command.ts'
import { planErrorText, takePlan } from './plan-option.ts'
import { type ServeIO, serveControllers } from './serve-controllers.ts'
import { takeOption } from './take-option.ts'

/** The files, streams and signals of the command. */
export interface ControlPlaneIO extends ServeIO {
  stdout: (text: string) => void
  readFile: (path: string) => string
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
  async (args) => {
    // Who waits for a lease has nothing but timers, and these keep no process running.
    const alive = setInterval(() => {}, 2 ** 30)
    const code = await runControlPlane(component, args, hostIO)
    clearInterval(alive)
    // Who has lost its lease ends at once, whatever its controllers wait for of the server.
    if (code !== 0) process.exit(code)
    return code
  }

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
  const access = { ...options, component, readFile: io.readFile }
  return component === 'kube-scheduler' ? scheduler(read, access, io) : controllerManager(read, access, io)
}

/** Of a kube-scheduler. */
const nothingToIssue: IssuingOptions = {
  rootCA: '',
  accountKey: undefined,
  signers: new Map(),
  signingDuration: 0,
  certificateTime: () => 0,
}

function scheduler(read: ReadControlPlane, access: AccessOptions, io: ControlPlaneIO): Promise<number> {
  const { release, logger, component } = access
  const { globals, parsed, verbosity } = read
  fail(component, release, globals, [
    ...servingErrors(parsed.values),
    ...metricsErrors(parsed.values, release.minor),
  ])
  const { kubeconfig, leaderElection, schedulerName } = readSchedulerFiles(parsed, access)
  const config = serverAccess(parsed.values, access, kubeconfig)
  const { gates } = globals
  return serveControllers(
    {
      component,
      release,
      logger,
      config,
      leaderElection,
      eventSource: schedulerName,
      versions: electionVersions(globals),
      gates,
      minor: release.minor,
      verbosity,
      clusterCIDRs: [],
      runs: () => false,
      issuing: nothingToIssue,
      terminatedPodThreshold: 0,
      legacyTokenPeriod: 0,
    },
    io,
  )
}

function controllerManager(
  read: ReadControlPlane,
  access: AccessOptions,
  io: ControlPlaneIO,
): Promise<number> {
  const { release, logger, component } = access
  const prepared = completeControllerManager(read, { release, logger })
  const { values } = read.parsed
  const config = serverAccess(values, access)
  const { now: certificateTime } = realClock
  const issuing = readIssuing({ values, readFile: io.readFile, clusterCA: config.ca ?? '', certificateTime })
  return serveControllers({ ...prepared, component, release, logger, config, issuing }, io)
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
