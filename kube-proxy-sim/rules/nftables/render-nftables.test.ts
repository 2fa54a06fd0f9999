import { describe, expect, it } from 'vitest'
import { ipRange } from '../model/ip-range.ts'
import { endpoint, onNode, proxyConfig, service, slice } from '../testing/objects.ts'
import { addressSet } from './address-set.ts'
import { nftDuration } from './nft-duration.ts'
import { renderNftables } from './render-nftables.ts'

const chain = (text: string, start: string): string =>
  new RegExp(`\\tchain ${start}[^{]*\\{\\n([^}]|\\}[^\\n])*?\\n\\t\\}`).exec(text)?.[0] ?? ''

const state = {
  services: [service('s')],
  endpointSlices: [
    slice('s', [onNode('10.244.0.1'), endpoint('10.244.1.1')]),
    slice('s', [endpoint('fd00:244::1')], { addressType: 'IPv6' }),
  ],
}

describe('nft list ruleset', () => {
  it('translates addresses in the service chain from 1.36 on', () => {
    const text = renderNftables(state, proxyConfig({ mode: 'nftables' }))
    expect(text).toContain(
      'meta l4proto tcp dnat ip to numgen random mod 2 map { 0 : 10.244.0.1 . 8080, 1 : 10.244.1.1 . 8080 }',
    )
    expect(text).toContain('meta l4proto tcp dnat ip6 to numgen random mod 1 map { 0 : fd00:244::1 . 8080 }')
    expect(text).toContain('elements = { 10.244.0.1 . 10.244.0.1 . tcp . 8080 }')
    expect(text).not.toContain('mark-for-masquerade')
  })

  it('has a chain for each endpoint before', () => {
    const text = renderNftables(state, proxyConfig({ mode: 'nftables', minor: 35 }))
    expect(text).toMatch(
      /numgen random mod 2 vmap \{ 0 : goto endpoint-[A-Z2-7]{8}-ns\/s\/tcp\/p__10\.244\.0\.1\/8080, 1 : goto/,
    )
    expect(text).toMatch(
      /chain endpoint-[A-Z2-7]{8}-ns\/s\/tcp\/p__fd00\.244\.\.1\/8080 \{\n\t\tip6 saddr fd00:244::1 jump mark-for-masquerade/,
    )
    expect(text).toContain('meta l4proto tcp dnat to [fd00:244::1]:8080')
  })

  it.each([
    [33, 'ip daddr 10.0.0.10 tcp dport 80 ip saddr != 10.244.0.0/16 jump mark-for-masquerade'],
    [34, 'ip daddr 10.0.0.10 ip saddr != 10.244.0.0/16 jump mark-for-masquerade'],
    [36, 'ip daddr @cluster-ips ip saddr != 10.244.0.0/16 meta mark set meta mark | 0x00004000'],
  ])('masquerades traffic from outside in 1.%i', (minor, rule) => {
    expect(renderNftables(state, proxyConfig({ mode: 'nftables', minor }))).toContain(rule)
  })

  it.each([
    [30, 'ip daddr @nodeport-ips'],
    [31, 'ip daddr != 127.0.0.0/8'],
  ])('answers node ports without configured networks in 1.%i', (minor, match) => {
    const text = renderNftables(state, proxyConfig({ mode: 'nftables', minor }))
    expect(chain(text, 'nodeport-endpoints-check')).toContain(match)
  })

  it.each([
    [32, 'ip daddr 10.0.0.10 tcp dport 80 iif != "cbr0" jump mark-for-masquerade'],
    [33, 'ip daddr 10.0.0.10 tcp dport 80 iifname != "cbr0" jump mark-for-masquerade'],
  ])('tells pods by their bridge in 1.%i', (minor, rule) => {
    const detectLocal = { ...proxyConfig().detectLocal, mode: 'BridgeInterface', bridgeInterface: 'cbr0' }
    expect(renderNftables(state, proxyConfig({ mode: 'nftables', minor, detectLocal }))).toContain(rule)
  })

  it('keeps clients on their endpoint by sets', () => {
    const sticky = {
      services: [service('s', { sessionAffinity: 'ClientIP' })],
      endpointSlices: state.endpointSlices,
    }
    const text = renderNftables(sticky, proxyConfig({ mode: 'nftables' }))
    expect(text).toMatch(
      /set affinity-\S+ \{\n\t\ttype ipv4_addr\n\t\tsize 65535\n\t\tflags dynamic,timeout\n\t\ttimeout 3h\n/,
    )
    expect(text).toMatch(/update @affinity-\S+ \{ ip saddr \}/)
  })

  it('cuts names that are too long for nft', () => {
    const long = service('s', { ports: [{ name: 'p', port: 80 }], sessionAffinity: 'ClientIP' })
    long.metadata = { namespace: 'n'.repeat(63), name: 's'.repeat(63) }
    long.spec!.ports![0]!.name = 'p'.repeat(63)
    const address = 'fd00:1111:2222:3333:4444:5555:6666:7777'
    const own = {
      ...slice('s', [endpoint(address)], {
        addressType: 'IPv6',
        ports: [{ name: 'p'.repeat(63), port: 65535 }],
      }),
      metadata: {
        namespace: 'n'.repeat(63),
        name: 'x',
        labels: { 'kubernetes.io/service-name': 's'.repeat(63) },
      },
    }
    const text = renderNftables(
      { services: [long], endpointSlices: [own] },
      proxyConfig({ mode: 'nftables' }),
    )
    expect(text.match(/chain (endpoint-\S+)/)?.[1]).toMatch(/^endpoint-.{237}\.\.\.$/)
  })
})

it('shows networks as nft does', () => {
  const shown = (...texts: string[]): string => addressSet(texts.map((text) => ipRange(text)!))
  expect(shown('203.0.113.0/25')).toBe('203.0.113.0/25')
  expect(shown('203.0.113.0/25', '198.51.100.0/24')).toBe('{ 198.51.100.0/24, 203.0.113.0/25 }')
  expect(shown('10.0.0.0/8', '10.1.0.0/16', '5.6.7.8/32')).toBe('{ 5.6.7.8, 10.0.0.0/8 }')
  expect(shown('10.0.0.0/24', '10.0.1.0/24')).toBe('10.0.0.0/23')
})

it('writes durations as nft does', () => {
  expect([100, 10_800, 90_061, 60].map(nftDuration)).toEqual(['1m40s', '3h', '1d1h1m1s', '1m'])
})
