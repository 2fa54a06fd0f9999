import { rmSync } from 'node:fs'
import type { Logger } from '../../component-base/klog.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import type { StartOptions } from '../apiserver-parts/start-options.ts'
import { prepareApiserver } from '../options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from '../start-apiserver.ts'

/** Starts a server of a command line at a free port. Where it refuses to start, its folder is removed and its error thrown. */
export async function startHere(
  dir: string,
  args: string[],
  logger: Logger,
  { plan, ...own }: Omit<StartOptions, 'logger'> & { plan?: ReleasePlan } = {},
): Promise<RunningApiserver> {
  try {
    const config = prepareApiserver(args, {
      logger,
      notice: () => {},
      ...(plan === undefined ? {} : { plan }),
    })
    if ('print' in config) throw new Error('no configuration')
    return await startApiserver({ ...config, port: 0 }, { ...own, logger })
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    throw error
  }
}
