import { hostname } from 'node:os'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { klogLogger, type Logger } from '../component-base/klog.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import type { ApiserverConfig } from '../server/options/apiserver-config.ts'
import type { ReadFileSync } from '../server/options/check-files.ts'
import { peekFlag } from '../server/options/own-flags.ts'
import { prepareApiserver } from '../server/options/prepare-apiserver.ts'
import { FatalError, PanicError, StartupError } from '../server/options/startup-error.ts'
import type { Command } from './command.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'

/** The files, streams and signals of the command. */
export interface ApiserverIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  /** The text of a file that a flag names; throws as node:fs does. Default: files of the host */
  readFile?: ReadFileSync
  /** Resolves when the server is to stop. Asked before it starts. */
  stopped: () => Promise<undefined>
  /** Ends the process where the server is to stop and has not started yet. Default: it starts, and then stops */
  exit?: (code: number) => never
}

const hostIO: ApiserverIO = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  stopped: signalled,
  exit: (code) => process.exit(code),
}

/** SIGTERM or SIGINT, also while the server still starts; a second signal ends the process at once. */
function signalled(): Promise<undefined> {
  return new Promise((resolve) => {
    let signals = 0
    const stop = (): void => {
      if (++signals > 1) process.exit(1)
      // Whatever still runs then ends with the process.
      setTimeout(() => process.exit(0), 3000).unref()
      resolve(undefined)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

/** `kepsim kube-apiserver`: a kube-apiserver with its flags, until SIGTERM or SIGINT. */
export const run: Command = (args) => {
  const logger = logTo(hostIO)
  process.on('unhandledRejection', (error) =>
    logger.logS('E', 'Unhandled error', { err: (error as Error)?.message ?? String(error) }),
  )
  return runKubeApiserver(args, hostIO)
}

const logTo = (io: Pick<ApiserverIO, 'stderr'>): Logger =>
  klogLogger({ write: io.stderr, now: Date.now, source: 'run.go:72' })

/** kube-apiserver with kepsim's own flags; answers the exit code. */
export async function runKubeApiserver(args: readonly string[], io: ApiserverIO): Promise<number> {
  const prepared = await readKubeApiserver(args, io)
  if (typeof prepared === 'number') return prepared
  const logger = logTo(io)
  try {
    return await serve(prepared, io, logger)
  } catch (error) {
    return report(error, io, logger)
  }
}

/** A command line of kube-apiserver as a server to start, or the exit code where it is bad or only asks for a text. */
export async function readKubeApiserver(
  args: readonly string[],
  io: Omit<ApiserverIO, 'stopped'>,
): Promise<ApiserverConfig | number> {
  const logger = logTo(io)
  try {
    const plan = await readPlanOption(peekFlag(args, 'plan'))
    const prepared = prepareApiserver(args, {
      logger,
      ...(plan === undefined ? {} : { loadPlan: () => plan }),
      ...(io.readFile === undefined ? {} : { readFile: io.readFile }),
      notice: (line) => io.stderr(`${line}\n`),
    })
    if (!('print' in prepared)) return prepared
    io.stdout(prepared.print)
    return 0
  } catch (error) {
    return report(error, io, logger)
  }
}

function report(error: unknown, io: Pick<ApiserverIO, 'stderr'>, logger: Logger): number {
  const planError = planErrorText('kube-apiserver', error)
  if (planError !== undefined) {
    io.stderr(planError)
    return 2
  }
  if (error instanceof PanicError) {
    io.stderr(`panic: ${error.message}\n`)
    return 2
  }
  if (error instanceof FatalError) {
    logger.log('F', error.message)
    return 255
  }
  if (error instanceof FlagError) io.stderr(`Error: ${error.message}\n`)
  else if (error instanceof UnknownReleaseError) {
    io.stderr(`kepsim kube-apiserver: ${error.message}\n`)
    return 2
  } else if (error instanceof StartupError) logger.logS('E', 'command failed', { err: error.message })
  else logger.logS('E', 'command failed', { err: (error as Error)?.message ?? String(error) })
  return 1
}

async function serve(config: ApiserverConfig, io: ApiserverIO, logger: Logger): Promise<number> {
  const stopped = io.stopped()
  const { startApiserver } = await import('../server/start-apiserver.ts')
  const { lookAfterHeap } = await import('../server/endpoints/spare-memory.ts')
  logger.log('I', `Version: ${config.release.text}`)
  const starting = startApiserver(config, {
    logger,
    mayReachEtcd: true,
    mayReachWebhooks: true,
    mayAudit: true,
    hostname: hostname(),
  })
  if ((await Promise.race([starting, stopped])) === undefined) io.exit?.(0)
  const running = await starting
  logger.log('I', `Serving securely on ${running.url.replace(/^https?:\/\//, '')}`)
  lookAfterHeap()
  await stopped
  logger.logS('I', 'Shutting down kubernetes service endpoint reconciler')
  await running.close()
  return 0
}
