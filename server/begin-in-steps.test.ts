import { beforeEach, describe, expect, it } from 'vitest'
import { DecodeError } from '../apimachinery/scheme/decode-error.ts'
import { FakeClock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import { beginInSteps } from './begin-in-steps.ts'

let logged: unknown[] = []
const logger = { log() {}, logS: (...line) => void logged.push(line) } as Logger
beforeEach(() => {
  logged = []
})
const undecodable = (): Error => new DecodeError('no kind "X" is registered')
const settled = () => new Promise(setImmediate)

const step = (run: () => Promise<void>) => ({ failure: 'It failed', run })

/** A step that fails with these errors, one after the other, and then does not; and how often it was taken. */
function failing(...errors: Error[]) {
  let taken = 0
  return {
    taken: () => taken,
    step: step(async () => {
      const error = errors[taken++]
      if (error !== undefined) throw error
    }),
  }
}

describe('the steps of a beginning', () => {
  it('are given up where one fails before anything is blocked', async () => {
    const { step, taken } = failing(new Error('etcdserver: request timed out'))
    const { ready } = beginInSteps([step], { clock: new FakeClock(), logger })
    await expect(ready).rejects.toThrow('timed out')
    expect(taken()).toBe(1)
    expect(logged).toEqual([['E', 'It failed', { err: 'etcdserver: request timed out' }]])
  })

  it('are tried again after whatever fails, once they are blocked', async () => {
    const clock = new FakeClock()
    const one = failing(undecodable(), new Error('etcdserver: request timed out'))
    const other = failing(new Error('etcdserver: no leader'))
    const { ready, blocked } = beginInSteps([one.step, other.step], { clock, logger })
    await blocked
    for (let i = 0; i < 3; i++) {
      await settled()
      clock.advance(1000)
    }
    await ready
    expect([one.taken(), other.taken()]).toEqual([3, 2])
  })

  it('do not go on after the stop in a pause', async () => {
    const one = failing(undecodable())
    const other = failing()
    const beginning = beginInSteps([one.step, other.step], { clock: new FakeClock(), logger })
    await beginning.blocked
    await settled()
    beginning.stop()
    await expect(beginning.ready).rejects.toThrow('closed before it was ready')
    expect([one.taken(), other.taken()]).toEqual([1, 0])
  })

  it.each([0, 1])('begin none after the stop in step %i', async (place) => {
    let finish = (): void => {}
    const waiting = step(() => new Promise<void>((resolve) => (finish = resolve)))
    const before = failing()
    const after = failing()
    const steps = place === 0 ? [waiting, after.step] : [before.step, waiting]
    const beginning = beginInSteps(steps, { clock: new FakeClock(), logger })
    await settled()
    beginning.stop()
    finish()
    await expect(beginning.ready).rejects.toThrow('closed before it was ready')
    expect(after.taken()).toBe(0)
  })
})
