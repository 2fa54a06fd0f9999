// Runs a function of a module in this process: a hop ends, whatever the function does.

/** The limits of a module's function. */
export interface Containment {
  /** How long it may take. */
  timeoutMs: number
  /** Ends the wait; what it throws is the signal's reason. */
  signal?: AbortSignal | undefined
}

/**
 * The result of `work`. Throws its errors, those that nobody catches while it runs, and that the time is up. Where it ends the
 * process, the exit code is 1 at least: a scenario that holds does not.
 */
export async function contained<T>(work: () => Promise<T>, { signal, timeoutMs }: Containment): Promise<T> {
  const end = new AbortController()
  const fail = (error: unknown): void => end.abort(error)
  const onAbort = (): void => fail(signal?.reason)
  const onExit = (code: number): void => endedBy(code)
  const timer = setTimeout(() => fail(new Error(`not done after ${timeoutMs / 1000} s`)), timeoutMs)
  signal?.addEventListener('abort', onAbort)
  process.on('uncaughtException', fail)
  process.on('exit', onExit)
  try {
    return await Promise.race([work(), aborted(end.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    process.off('uncaughtException', fail)
    process.off('exit', onExit)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function endedBy(code: number): void {
  process.stderr.write(`kepsim: the scenario has ended the process (exit code ${code})\n`)
  if (code === 0) process.exitCode = 1
}
