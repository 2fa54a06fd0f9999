import { FlagError } from '../component-base/flags/flag-definition.ts'
import { klogLogger } from '../component-base/klog.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import type { ApiserverConfig } from '../server/options/apiserver-config.ts'
import { peekFlag } from '../server/options/own-flags.ts'
import { prepareApiserver } from '../server/options/prepare-apiserver.ts'
import { FatalError, StartupError } from '../server/options/startup-error.ts'
import type { Command } from './command.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'

const logger = klogLogger({
  write: (line) => void process.stderr.write(line),
  now: Date.now,
  source: 'run.go:72',
})

/** `kepsim kube-apiserver`: a kube-apiserver with its flags, until SIGTERM or SIGINT. */
export const run: Command = async (args) => {
  try {
    const plan = await readPlanOption(peekFlag(args, 'plan'))
    const prepared = prepareApiserver(args, {
      logger,
      ...(plan === undefined ? {} : { loadPlan: () => plan }),
      notice: (line) => void process.stderr.write(`${line}\n`),
    })
    if ('print' in prepared) {
      process.stdout.write(prepared.print)
      return 0
    }
    return await serve(prepared)
  } catch (error) {
    return report(error)
  }
}

function report(error: unknown): number {
  const planError = planErrorText('kube-apiserver', error)
  if (planError !== undefined) {
    process.stderr.write(planError)
    return 2
  }
  if (error instanceof FatalError) {
    logger.log('F', error.message)
    return 255
  }
  if (error instanceof FlagError) process.stderr.write(`Error: ${error.message}\n`)
  else if (error instanceof UnknownReleaseError) {
    process.stderr.write(`kepsim kube-apiserver: ${error.message}\n`)
    return 2
  } else if (error instanceof StartupError) logger.logS('E', 'command failed', { err: error.message })
  else logger.logS('E', 'command failed', { err: (error as Error)?.message ?? String(error) })
  return 1
}

/** Serves until SIGTERM or SIGINT, also while it still starts; a second signal ends the process at once. */
async function serve(config: ApiserverConfig): Promise<number> {
  const stopped = new Promise<undefined>((resolve) => {
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
  process.on('unhandledRejection', (error) =>
    logger.logS('E', 'Unhandled error', { err: (error as Error)?.message ?? String(error) }),
  )
  const { startApiserver } = await import('../server/start-apiserver.ts')
  logger.log('I', `Version: ${config.release.text}`)
  const running = await Promise.race([startApiserver(config, { logger }), stopped])
  if (running === undefined) process.exit(0)
  logger.log('I', `Serving securely on ${running.url.replace(/^https?:\/\//, '')}`)
  await stopped
  logger.logS('I', 'Shutting down kubernetes service endpoint reconciler')
  await running.close()
  return 0
}
