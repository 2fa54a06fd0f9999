// kepsim up: a cluster for any client, in the foreground or detached.
import { ClusterUsageError, ComponentFailedError } from '../cluster/cluster-errors.ts'
import { didYouMean } from '../component-base/nearest.ts'
import { recordedReleases, releaseFacts } from '../component-base/release-facts.ts'
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import type { Command } from './command.ts'
import { inputErrorText } from './error-text.ts'
import { detach, tellParent } from './up/detach.ts'
import { checkPlaces } from './up/up-places.ts'
import { readUp } from './up/up-request.ts'

/** `kepsim up`: a cluster until SIGTERM, SIGINT or `kepsim down`. */
export const run: Command = async (args) => {
  try {
    const request = await readUp(args)
    if (request === undefined) return 0
    const { data, port = 0 } = request.options
    if (!request.detached) await checkPlaces({ ...request, data, port })
    if (request.detach) return await detach(args)
    return await (await import('./up/serve-cluster.ts')).serveCluster(request)
  } catch (error) {
    const text = inputErrorText('up', error, told)
    if (text === undefined) {
      // Nobody sees what a detached process prints.
      if (tellParent({ failed: `kepsim up: ${(error as Error).stack}\n` })) return 2
      throw error
    }
    if (!tellParent({ failed: text })) process.stderr.write(text)
    return 2
  }
}

/** What does not start, or cannot be as it is asked for. */
function told(error: unknown): string | undefined {
  if (error instanceof ComponentFailedError) return failureText(error)
  const known = error instanceof ClusterUsageError || error instanceof DataDirectoryError
  return known ? error.message : undefined
}

function failureText({ brief, says }: ComponentFailedError): string {
  const [, gate] = /^unrecognized feature gate: (\w+)$/.exec(says) ?? []
  return `${brief}${gate === undefined ? '' : didYouMean(gate, gateNames())}`
}

const gateNames = (): string[] => Object.keys(releaseFacts(recordedReleases().at(-1)!, 'gates').gates)
