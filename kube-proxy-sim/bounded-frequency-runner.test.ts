import { describe, expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import { BoundedFrequencyRunner } from './bounded-frequency-runner.ts'

function runner(minMs: number, maxMs: number) {
  const clock = new FakeClock(0)
  const runs: number[] = []
  const bounded = new BoundedFrequencyRunner({ clock, minMs, maxMs, work: () => void runs.push(clock.now()) })
  return { clock, runs, bounded }
}

describe('a runner of bounded frequency', () => {
  it('runs at once, then not before the pause has ended', () => {
    const { clock, runs, bounded } = runner(1000, 60_000)
    bounded.run()
    bounded.run()
    clock.advance(300)
    bounded.run()
    bounded.run()
    clock.advance(2000)
    expect(runs).toEqual([0, 1000])
  })

  it('runs after the longest time without a run', () => {
    const { clock, runs, bounded } = runner(1000, 60_000)
    bounded.loop()
    clock.advance(30_000)
    bounded.run()
    clock.advance(100_000)
    expect(runs).toEqual([30_000, 90_000])
  })

  it('needs no pause', () => {
    const { clock, runs, bounded } = runner(0, 60_000)
    bounded.run()
    clock.advance(1)
    bounded.run()
    clock.advance(1)
    expect(runs).toEqual([0, 1])
  })

  it('does not run once it is stopped', () => {
    const { clock, runs, bounded } = runner(1000, 60_000)
    bounded.loop()
    bounded.run()
    bounded.stop()
    bounded.run()
    clock.advance(120_000)
    expect(runs).toEqual([])
  })
})
