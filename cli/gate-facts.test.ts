import { expect, it } from 'vitest'
import { recordedGateFacts } from './gate-facts.ts'

const facts = recordedGateFacts()

it('says why a release does not have a gate, from releases that are not simulated', () => {
  expect(facts.history('ProxyTerminatingEndpoints', '1.31')).toBe(
    'ProxyTerminatingEndpoints is gone since 1.30: in 1.29 it was GA, locked to true',
  )
  expect(facts.history('MultiCIDRRangeAllocator', '1.30.0')).toBe(
    'MultiCIDRRangeAllocator is gone since 1.29: in 1.28 it was Alpha, false by default',
  )
  expect(facts.history('PodHostIPs', '1.33')).toBe(
    'PodHostIPs is gone since 1.32: in 1.31 it was GA, locked to true',
  )
  expect(facts.history('CBORServingAndStorage', '1.30')).toBe(
    '1.30.14 has no gate CBORServingAndStorage: it came with 1.32',
  )
  expect(facts.history('NoSuchGate', '1.30')).toBe('NoSuchGate does not exist in 1.30.14')
})

it('says how a gate stands in a release', () => {
  expect(facts.standing?.('PodHostIPs', '1.29.0')?.text).toBe('in 1.29 PodHostIPs is Beta, true by default')
  expect(facts.standing?.('ServiceTrafficDistribution', '1.29.0')?.text).toBe(
    '1.29.0 has no gate ServiceTrafficDistribution: it came with 1.30',
  )
  expect(facts.standing?.('TopologyAwareHints', '1.20.0')?.text).toBe(
    '1.20.0 has no gate TopologyAwareHints: it came with 1.21',
  )
  // Nothing is recorded of it before 1.22, where it was there already.
  expect(facts.standing?.('ProxyTerminatingEndpoints', '1.21.0')?.text).toBeUndefined()
  expect(facts.standing?.('NoSuchGate', '1.29.0')?.text).toBeUndefined()
})

it('says since when a gate is locked, and since when its default holds', () => {
  expect(facts.history('SidecarContainers', '1.34')).toBe(
    'its default is true in 1.34.4 (GA, locked since 1.33.0, true since 1.29.0; before that false)',
  )
})
