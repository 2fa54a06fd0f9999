/** Turns of the event loop: what goes on between components of one process has fewer between one step and the next. */
const quietTurns = 60

/**
 * Resolves when nothing has happened for some turns of the event loop. However slow or busy the host is, each component of the process
 * has had its turn in them.
 * @param happened whether something has since it was last asked, or is going on
 */
export async function untilQuiet(happened: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; ) {
    await new Promise(setImmediate)
    quiet = happened() ? 0 : quiet + 1
  }
}
