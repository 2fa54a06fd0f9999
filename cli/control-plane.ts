// kube-controller-manager and kube-scheduler as programs, with their flags.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { metricsFlagErrors } from '../apimachinery/scheme/metrics-flags.ts'
import { realClock } from '../component-base/clock.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { usageText } from '../component-base/flags/usage-text.ts'
import { createError } from '../component-base/go/file-error.ts'
import { klogLogger, type Logger } from '../component-base/klog.ts'
import { planExtension } from '../component-base/plan-extension.ts'
import { loadRelease, type Release, UnknownReleaseError } from '../component-base/release.ts'
import { requestHeaderErrors } from '../component-base/request-header-flags.ts'
import type { IssuingOptions } from '../controllers/issuing.ts'
import {
  ControllerManagerPanic,
  ControllerManagerStartError,
  type ControlPlaneComponent,
  controlPlaneFlags,
  fail,
  type ReadControlPlane,
  readControlPlane,
  servingErrors,
  UsageError,
} from '../controllers/options/control-plane-flags.ts'
import {
  type AccessOptions,
  checkOwnCertificate,
  checkRates,
  checkServing,
  checkStart,
  refusal,
} from '../controllers/options/delegated-access.ts'
import { controllerOptionsDialect } from '../controllers/options/dialect.ts'
import { readIssuing } from '../controllers/options/issuing-files.ts'
import { electionVersions, resourceLockError } from '../controllers/options/leader-election-options.ts'
import { noNetworks } from '../controllers/options/node-networks.ts'
import { completeControllerManager } from '../controllers/options/prepare-controller-manager.ts'
import {
  schedulerConfigurationText,
  type WrittenConfiguration,
} from '../controllers/options/scheduler-configuration-text.ts'
import { checkAddress, readSchedulerFiles, serverAccess } from '../controllers/options/server-access.ts'
import { logIgnored } from '../controllers/options/simulated-flags.ts'
import type { Command } from './command.ts'
import { planErrorText, takePlan } from './plan-option.ts'
import { type ServedProgram, type ServeIO, serveControllers } from './serve-controllers.ts'
import { takeOption } from './take-option.ts'

/** The files, streams and signals of the command. */
export interface ControlPlaneIO extends ServeIO {
  stdout: (text: string) => void
  readFile: (path: string) => string
  writeFile: (path: string, text: string) => void
}

const hostIO: ControlPlaneIO = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  readFile: (path) => readFileSync(resolve(path), 'utf8'),
  writeFile: (path, text) => writeFileSync(resolve(path), text),
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
  const program = await readControlPlaneProgram(component, argv, io)
  return typeof program === 'number' ? program : serveControllers(program, io)
}

/** A command line as a program to serve, or the exit code where it is bad or only asks for a text. */
export async function readControlPlaneProgram(
  component: ControlPlaneComponent,
  argv: readonly string[],
  io: Streams,
): Promise<ServedProgram | number> {
  const args = [...argv]
  const logger = klogLogger({ write: io.stderr, now: Date.now, source: 'run.go:74' })
  let release: Release | undefined
  try {
    release = loadRelease(takeOption(args, 'release'), await takePlan(args))
    return read(component, args, { release, logger, io })
  } catch (error) {
    return report(component, error, { release, logger, io })
  }
}

type Streams = Pick<ControlPlaneIO, 'stdout' | 'stderr' | 'readFile' | 'writeFile'>

interface Surroundings {
  release: Release
  logger: Logger
  io: Streams
}

function read(
  component: ControlPlaneComponent,
  args: readonly string[],
  { release, logger, io }: Surroundings,
): ServedProgram | number {
  const options = { release, logger: log(args, logger), notice: (line: string) => io.stderr(`${line}\n`) }
  const line = readControlPlane(component, args, options)
  if (line.print !== undefined) {
    io.stdout(line.print === 'help' ? helpOf(component, release) : line.print)
    return 0
  }
  const access = { ...options, component, readFile: io.readFile }
  return component === 'kube-scheduler' ? scheduler(line, access, io) : controllerManager(line, access)
}

/** Of a kube-scheduler. */
const nothingToIssue: IssuingOptions = {
  rootCA: '',
  accountKey: undefined,
  signers: new Map(),
  signingDuration: 0,
  certificateTime: () => 0,
}

function scheduler(read: ReadControlPlane, access: AccessOptions, io: Streams): ServedProgram | number {
  const { release, logger, component } = access
  const { globals, parsed, verbosity } = read
  fail(component, release, globals, [
    ...read.versionErrors,
    ...servingErrors(parsed.values),
    ...requestHeaderErrors(parsed.values, { gates: globals.gates, minor: release.minor, logger }),
    ...metricsFlagErrors(parsed.values, release.minor, access.readFile),
  ])
  checkOwnCertificate(parsed.values, access)
  const { kubeconfig, leaderElection, schedulerName, file } = readSchedulerFiles(parsed, access)
  const config = serverAccess(parsed.values, access, kubeconfig)
  if (!controllerOptionsDialect(release.minor).authenticatesFirst) checkServing(parsed.values, access)
  checkAddress(parsed.values, access)
  const refused = leaderElection.leaderElect ? resourceLockError(leaderElection, release.minor) : undefined
  if (refused !== undefined) throw refusal(access, `couldn't create resource lock: ${refused}`)
  checkRates(parsed.values, access)
  const written = { release, gates: globals.gates, parsed, file, leaderElection }
  if (parsed.values.string('write-config-to') !== '') return writeConfiguration(written, access, io)
  checkStart(parsed.values, access)
  logIgnored(component, parsed.set, logger)
  const { gates } = globals
  for (const line of planExtension(release, component, gates, parsed.values).startLogs({}))
    logger.log(line.severity, line.message)
  return {
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
    nodeNetworks: () => noNetworks,
    runs: () => false,
    issuing: () => nothingToIssue,
    terminatedPodThreshold: 0,
    legacyTokenPeriod: 0,
  }
}

function controllerManager(read: ReadControlPlane, access: AccessOptions): ServedProgram {
  const { release, logger, component, readFile } = access
  const { values } = read.parsed
  const prepared = completeControllerManager(read, { release, logger, readFile })
  checkOwnCertificate(values, access)
  const config = serverAccess(values, access)
  checkRates(values, access)
  checkServing(values, access)
  checkStart(values, access)
  logIgnored(component, read.parsed.set, logger)
  const { now: certificateTime } = realClock
  const clusterCA = config.ca ?? ''
  const issuing = (): IssuingOptions => readIssuing({ values, readFile, clusterCA, certificateTime, logger })
  return { ...prepared, component, release, logger, config, issuing }
}

/** Writes the scheduler's whole configuration, and ends it. Throws ControllerManagerStartError. */
function writeConfiguration(written: WrittenConfiguration, access: AccessOptions, io: Streams): number {
  const path = written.parsed.values.string('write-config-to')
  try {
    const text = schedulerConfigurationText(written)
    try {
      io.writeFile(path, text)
    } catch (error) {
      throw new Error(createError(error, path))
    }
  } catch (error) {
    throw refusal(access, (error as Error).message)
  }
  access.logger.logS('I', 'Wrote configuration', { file: path })
  return 0
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
  else if (error instanceof ControllerManagerPanic) {
    io.stderr(`panic: ${error.message}\n`)
    return 2
  } else if (error instanceof ControllerManagerStartError && error.plain) io.stderr(`${error.message}\n`)
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
