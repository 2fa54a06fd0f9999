/** How Ctrl-C and SIGTERM end a command that reports what it knows then. */
export interface EndedBySignals {
  /** Aborted by the first signal; a second one ends the process. */
  readonly signal: AbortSignal
  /** 130 or 143 once a signal came. */
  exitCode(): number | undefined
}

/** From now on. */
export function endedBySignals(): EndedBySignals {
  const stop = new AbortController()
  let exitCode: number | undefined
  const ended = (code: number) => (): void => {
    if (stop.signal.aborted) process.exit(code)
    exitCode = code
    stop.abort()
  }
  process.on('SIGINT', ended(130))
  process.on('SIGTERM', ended(143))
  return { signal: stop.signal, exitCode: () => exitCode }
}
