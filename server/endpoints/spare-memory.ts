// What a large request took is given back when nothing large follows, not when the heap happens to fill up again.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a body or an answer above which memory is looked after. */
const largeForMemory = 256 * 1024
/** How long nothing large must have come, in milliseconds. */
const quietMs = 1000

let collect: (() => void) | undefined
let timer: NodeJS.Timeout | undefined

/** Node's own collector, by a way that needs no flag on the command line. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** Collects once the process has been spared large requests for a moment. */
export function spareMemory(bytes: number): void {
  if (bytes < largeForMemory) return
  if (timer !== undefined) {
    timer.refresh()
    return
  }
  timer = setTimeout(() => {
    timer = undefined
    collect ??= collector()
    collect()
  }, quietMs)
  timer.unref()
}
