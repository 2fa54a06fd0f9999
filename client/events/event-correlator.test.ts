import { describe, expect, it } from 'vitest'
import { type CoreEvent, EventCorrelator } from './event-correlator.ts'

const event = (message: string, reason = 'Pulled', fieldPath = ''): CoreEvent => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: `p.${message}` },
  involvedObject: { kind: 'Pod', namespace: 'default', name: 'p', uid: '1', fieldPath },
  reason,
  message,
  source: { component: 'kubelet', host: 'n1' },
  firstTimestamp: '2026-01-01T00:00:00Z',
  lastTimestamp: '2026-01-01T00:00:00Z',
  count: 1,
  type: 'Normal',
  reportingComponent: 'kubelet',
  reportingInstance: 'n1',
})

describe('EventCorrelator', () => {
  it('counts an event that comes again, under its first name', () => {
    const correlator = new EventCorrelator()
    expect(correlator.correlate(event('a'), 0)).toEqual({ event: event('a') })
    const again = { ...event('a'), metadata: { name: 'p.other' }, lastTimestamp: '2026-01-01T00:00:07Z' }
    expect(correlator.correlate(again, 7000)).toMatchObject({
      event: { metadata: { name: 'p.a' }, count: 2 },
      patch: { count: 2, lastTimestamp: '2026-01-01T00:00:07Z', message: 'a' },
    })
    expect(correlator.correlate(event('a'), 8000)?.patch).toMatchObject({ count: 3 })
    expect(correlator.correlate(event('a', 'Pulled', 'spec.containers{b}'), 9000)?.patch).toBeUndefined()
  })

  it('combines similar ones from the tenth on', () => {
    const correlator = new EventCorrelator()
    const told = Array.from({ length: 12 }, (_, i) => correlator.correlate(event(`${i}`), i))
    expect(told.slice(0, 9).every((one) => one?.patch === undefined)).toBe(true)
    expect(told[9]!.event.message).toBe('(combined from similar events): 9')
    expect(told[11]!.patch).toMatchObject({ count: 3, message: '(combined from similar events): 11' })
    expect(correlator.correlate(event('other', 'Started'), 20)?.event.message).toBe('other')
    expect(correlator.correlate(event('late'), 700_000)?.event.message).toBe('late')
  })

  it('drops more than 25 of a type about an object, but for one in five minutes', () => {
    const correlator = new EventCorrelator()
    const told = (now: number): boolean => correlator.correlate(event('a'), now) !== undefined
    expect(Array.from({ length: 30 }, () => told(0)).filter(Boolean)).toHaveLength(25)
    expect(told(299_000)).toBe(false)
    expect(told(600_000)).toBe(true)
  })
})
