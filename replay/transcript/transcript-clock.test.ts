import { describe, expect, it } from 'vitest'
import { TranscriptClock } from './transcript-clock.ts'

describe("a transcript's clock", () => {
  it('stops where timers are due', async () => {
    const clock = new TranscriptClock(0)
    const seen: string[] = []
    clock.setTimeout(() => seen.push(`ten at ${clock.now()}`), 10_000)
    clock.setTimeout(() => seen.push('never'), 50_000)()
    await clock.advance(5000, async () => {})
    clock.setTimeout(() => seen.push(`nine at ${clock.now()}`), 4000)
    await clock.advance(60_000, async () => void seen.push('settled'))
    expect(seen).toEqual(['nine at 9000', 'settled', 'ten at 10000', 'settled'])
    expect(clock.now()).toBe(65_000)
  })

  it('ends short waits at once when it is told to, the shortest first', () => {
    const clock = new TranscriptClock(0)
    const seen: string[] = []
    clock.setTimeout(() => seen.push('long'), 2900)
    clock.setTimeout(() => seen.push('short'), 2000)
    clock.setTimeout(() => seen.push('cancelled'), 1000)()
    expect([clock.hurry(), clock.hurry(), clock.hurry()]).toEqual([true, true, false])
    expect(seen).toEqual(['short', 'long'])
    expect(clock.now()).toBe(0)
  })
})
