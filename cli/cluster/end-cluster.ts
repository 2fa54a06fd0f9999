// `kepsim down` of one cluster: it is asked to end, and killed where it does not.
import { type Clock, realClock } from '../../component-base/clock.ts'
import { UsageError } from '../usage-error.ts'
import { killCluster, removeLeft } from './cluster-directory.ts'
import { ask, type Found } from './running-clusters.ts'

/** What `kepsim down` made of a cluster, and what there is to say of it. */
export interface Downed {
  directory: string
  state: 'ended' | 'removed' | 'failed'
  /** Why it failed, and what it left that stays. */
  problems: string[]
}

/** So long a cluster may take to end: one that is stopped (SIGSTOP) or in a loop never does. */
const patienceSeconds = 60

/** Ends a cluster, or removes what a killed one has left. Rejects never for what is wrong with it: that costs no other. */
export async function downed({ directory, state }: Found, clock: Clock = realClock): Promise<Downed> {
  if (state === 'killed') return { directory, state: 'removed', problems: removeLeft(directory) }
  const given = new AbortController()
  let cancel = (): void => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = clock.setTimeout(() => resolve('late'), patienceSeconds * 1000)
  })
  try {
    const answer = await Promise.race([ask(directory, { verb: 'down', words: [] }, given.signal), late])
    if (answer === 'late') return await killed(directory)
    if (answer.ok) return { directory, state: 'ended', problems: [] }
    return { directory, state: 'failed', problems: [`${directory} did not end well: ${answer.message}`] }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { directory, state: 'failed', problems: [error.message] }
  } finally {
    cancel()
    given.abort()
  }
}

async function killed(directory: string): Promise<Downed> {
  const late = `${directory} did not end within ${patienceSeconds} s`
  if (!(await killCluster(directory)))
    return { directory, state: 'failed', problems: [`${late}, and its process is not known for sure`] }
  return { directory, state: 'removed', problems: [`${late}: it was killed`, ...removeLeft(directory)] }
}
