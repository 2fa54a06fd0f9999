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

/** After so long a cluster that has not ended is asked whether it lives: a change that goes on may take longer than that. */
const patienceSeconds = 60
/** So long it may take to say so: one that is stopped (SIGSTOP) or in a loop never does. */
const answerSeconds = 15

/** Ends a cluster, or removes what a killed one has left. Rejects never for what is wrong with it: that costs no other. */
export async function downed({ directory, state }: Found, clock: Clock = realClock): Promise<Downed> {
  if (state === 'killed') return { directory, state: 'removed', problems: removeLeft(directory) }
  const given = new AbortController()
  try {
    const down = ask(directory, { verb: 'down', words: [] }, given.signal)
    let answer = await within(patienceSeconds, down, clock)
    while (answer === 'late') {
      if (!(await lives(directory, down, clock))) return await killed(directory)
      answer = await within(patienceSeconds, down, clock)
    }
    if (answer.ok) return { directory, state: 'ended', problems: [] }
    return { directory, state: 'failed', problems: [`${directory} did not end well: ${answer.message}`] }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { directory, state: 'failed', problems: [error.message] }
  } finally {
    given.abort()
  }
}

async function within<T>(seconds: number, work: Promise<T>, clock: Clock): Promise<T | 'late'> {
  let cancel = (): void => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = clock.setTimeout(() => resolve('late'), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}

/** Whether a cluster answers a question that waits for no change; one that ends as it is asked has not to. */
async function lives(directory: string, down: Promise<unknown>, clock: Clock): Promise<boolean> {
  const given = new AbortController()
  // A refusal is an answer.
  const status = ask(directory, { verb: 'status', words: [] }, given.signal).catch(() => undefined)
  try {
    return (await within(answerSeconds, Promise.race([status, down]), clock)) !== 'late'
  } finally {
    given.abort()
  }
}

async function killed(directory: string): Promise<Downed> {
  const late = `${directory} did not end within ${patienceSeconds} s, nor answer within ${answerSeconds} s`
  if (!(await killCluster(directory)))
    return { directory, state: 'failed', problems: [`${late}, and its process is not known for sure`] }
  return { directory, state: 'removed', problems: [`${late}: it was killed`, ...removeLeft(directory)] }
}
