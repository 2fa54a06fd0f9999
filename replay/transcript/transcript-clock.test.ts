import { describe, expect, it } from 'vitest'
import { TranscriptClock } from './transcript-clock.ts'

describe("a transcript's clock", () => {
  it('stops where something is due before what a command waits for', () => {
    const clock = new TranscriptClock(0)
    const seen: string[] = []
    const note = (what: string) => () => void seen.push(`${what} at ${clock.now()}`)
    clock.setTimeout(note('component'), 10_000)
    clock.setTimeout(note('never'), 11_000)()
    clock.setTimeout(note('later'), 60_000)
    expect(clock.step()).toBe(false)
    clock.foreground.setTimeout(note('given up'), 20_000)()
    clock.foreground.setTimeout(note('command'), 15_000)
    expect([clock.step(), clock.step(), clock.step()]).toEqual([true, true, false])
    expect(seen).toEqual(['component at 10000', 'command at 15000'])
  })

  it('lives through the end of a long wait only', () => {
    const clock = new TranscriptClock(0)
    const seen: number[] = []
    const renew = (): void => {
      seen.push(clock.now())
      clock.setTimeout(renew, 10_000)
    }
    clock.setTimeout(renew, 10_000)
    let ended = false
    clock.foreground.setTimeout(() => {
      ended = true
    }, 36_000_000)
    while (!ended) clock.step()
    expect(clock.now()).toBe(36_000_000)
    expect(seen).toHaveLength(180)
  })

  it('ends short waits of components when it is told to, the shortest first', () => {
    const clock = new TranscriptClock(0)
    const seen: string[] = []
    let made = 0
    clock.onTimer = () => made++
    clock.setTimeout(() => seen.push('long'), 2900)
    clock.setTimeout(() => seen.push('short'), 2000)
    clock.setTimeout(() => seen.push('cancelled'), 1000)()
    expect([clock.hurry(), clock.hurry(), clock.hurry()]).toEqual([true, true, false])
    expect(seen).toEqual(['short', 'long'])
    expect(clock.now()).toBe(0)
    expect(made).toBe(3)
  })
})
