import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import type { AdmissionAttributes } from './chain.ts'
import { eventRateLimit } from './event-rate-limit.ts'

const event = (namespace: string, more: object = {}): AdmissionAttributes =>
  ({
    kind: { group: '', version: 'v1', kind: 'Event' },
    operation: 'CREATE',
    object: { metadata: {}, source: { component: 'c' }, involvedObject: { kind: 'Pod', name: 'p' } },
    request: { namespace, user: { name: 'joe', groups: [] }, dryRun: false, ...more },
  }) as unknown as AdmissionAttributes

it('lets a burst through, and then so many a second', () => {
  const clock = new FakeClock()
  const plugin = eventRateLimit(clock, [{ type: 'Namespace', qps: 1, burst: 2 }])
  const send = (namespace: string, more?: object): void => void plugin.validate!(event(namespace, more))
  send('a')
  send('a')
  // Recorded from kube-apiserver 1.36.3.
  expect(() => send('a')).toThrow('Too many requests: limit reached on type Namespace for key a')
  send('a', { dryRun: true })
  send('b')
  clock.advance(1000)
  send('a')
  expect(() => send('a')).toThrow('Too many requests')
})

it('tells every limit that is reached, by user, and by source and object', () => {
  const limits = [
    { type: 'User', qps: 1, burst: 1 },
    { type: 'SourceAndObject', qps: 1, burst: 1 },
    { type: 'Server', qps: 1, burst: 1 },
  ] as const
  const plugin = eventRateLimit(new FakeClock(), limits)
  plugin.validate!(event('a'))
  expect(() => plugin.validate!(event('b'))).toThrow(
    'Too many requests: [limit reached on type User for key joe, limit reached on type SourceAndObject for key cPodp, limit reached on type Server for key ]',
  )
})

it('forgets the bucket that was not used for longest', () => {
  const plugin = eventRateLimit(new FakeClock(), [{ type: 'Namespace', qps: 1, burst: 1, cacheSize: 1 }])
  for (const namespace of ['a', 'b', 'a']) plugin.validate!(event(namespace))
})
