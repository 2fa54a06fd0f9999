/** What releases say differently in events of controllers. */
export interface EventTexts {
  /** Of a deployment's replica set; `from` is 0 where it is new. */
  scaled: (set: string, from: number, to: number, isNew: boolean) => string
  /** Of a stateful set's pod, or of its claim. */
  verb: (verb: 'Create' | 'Delete') => string
  taintManager: string
}

/** @param minor of the component */
export const eventTexts = (minor: number): EventTexts => ({
  scaled(set, from, to, isNew) {
    const direction = from < to ? 'up' : 'down'
    if (minor >= 32) return `Scaled ${direction} replica set ${set} from ${from} to ${to}`
    return `Scaled ${direction} replica set ${set} to ${to}${isNew || minor < 25 ? '' : ` from ${from}`}`
  },
  verb: (verb) => (minor >= 35 ? verb : verb.toLowerCase()),
  taintManager: minor >= 29 ? 'taint-eviction-controller' : 'taint-controller',
})
