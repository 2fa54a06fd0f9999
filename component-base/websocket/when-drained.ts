import type { EventEmitter } from 'node:events'

/** Calls back once what was written has gone, or never will. */
export function whenDrained(connection: EventEmitter, done: () => void): void {
  const go = (): void => {
    connection.off('drain', go)
    connection.off('close', go)
    done()
  }
  // Each stream of the connection may wait; how many there are is bounded where they are opened, and no leak for Node to warn of.
  connection.setMaxListeners(0)
  connection.on('drain', go)
  connection.on('close', go)
}
