/** Milliseconds of one turn of a wait. */
const turnMs = 25

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Resolves after `ms` milliseconds in which this process, and the server in it, could do what is due: a recording waited so long on a
 * machine with nothing else to do. A turn that comes late, because the process or the machine was busy, counts no more than another.
 * @param turn waits about so many milliseconds. Default: a timer
 */
export async function idleWait(ms: number, turn = pass): Promise<void> {
  for (let left = ms; left > 0; left -= turnMs) await turn(Math.min(left, turnMs))
}
