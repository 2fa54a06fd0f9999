import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import type { ProxyNode } from '../rules/model/objects.ts'
import { ProxyHealth } from './proxy-health.ts'

function health(minor = 36, node: ProxyNode | undefined = { metadata: {} }) {
  const clock = new FakeClock('2026-01-01T00:00:00Z')
  return { clock, health: new ProxyHealth({ clock, minor, timeoutMs: 60_000, node: () => node }) }
}

describe('health of the proxy', () => {
  it('fails when a change waits for longer than the timeout', () => {
    const { clock, health: h } = health()
    h.updated('IPv4')
    h.queued('IPv4')
    clock.advance(59_000)
    expect(h.livez().code).toBe(200)
    clock.advance(1000)
    expect(h.livez()).toMatchObject({ code: 503 })
    expect(JSON.parse(h.livez().body)).toEqual({
      lastUpdated: '2026-01-01T00:00:00Z',
      currentTime: '2026-01-01T00:01:00Z',
      healthy: false,
      status: { IPv4: { lastUpdated: '2026-01-01T00:00:00Z', healthy: false } },
    })
    h.updated('IPv4')
    expect(h.healthz().code).toBe(200)
  })

  it('answers 503 on /healthz, not on /livez, for a node that goes away', () => {
    const leaving = { metadata: {}, spec: { taints: [{ key: 'ToBeDeletedByClusterAutoscaler' }] } }
    const { health: h } = health(36, leaving)
    h.updated('IPv6')
    expect(h.healthz().code).toBe(503)
    expect(JSON.parse(h.healthz().body)).toMatchObject({ nodeEligible: false, healthy: true })
    expect(h.livez().code).toBe(200)
    expect(health(36, { metadata: { deletionTimestamp: 'x' } }).health.nodeEligible()).toBe(false)
  })

  it('has another form before 1.33', () => {
    expect(health(32).health.healthz().body).toBe(
      '{"lastUpdated": "2026-01-01 00:00:00.000 +0000 UTC m=+0.000000000","currentTime": "2026-01-01 00:00:00.000 +0000 UTC m=+0.000000000", "nodeEligible": true}',
    )
  })
})
