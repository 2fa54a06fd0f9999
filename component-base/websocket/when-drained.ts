import type { EventEmitter } from 'node:events'

/** Calls back once what was written has gone, or never will. */
export function whenDrained(connection: EventEmitter, done: () => void): void {
  const go = (): void => {
    connection.off('drain', go)
    connection.off('close', go)
    done()
  }
  connection.on('drain', go)
  connection.on('close', go)
}
