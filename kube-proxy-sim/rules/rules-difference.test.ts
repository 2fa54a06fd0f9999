import { describe, expect, it } from 'vitest'
import type { ProxyMode } from './proxy-config.ts'
import { readObjects } from './read-objects.ts'
import { renderRules, rulesText } from './render-rules.ts'
import { rulesDifference } from './rules-difference.ts'
import { endpoint, proxyConfig, service, slice } from './testing/objects.ts'

const state = (...addresses: string[]) => ({
  services: [service('s')],
  endpointSlices: [
    slice(
      's',
      addresses.map((address) => endpoint(address)),
    ),
  ],
})

describe('comparing rules with a saved text', () => {
  const modes: ProxyMode[] = ['iptables', 'nftables', 'ipvs']

  it.each(modes)('finds nothing where the %s rules are the same', (mode) => {
    const rules = renderRules(state('10.244.1.1'), proxyConfig({ mode }))
    expect(rulesDifference(rulesText(rules), rules)).toEqual([])
  })

  it.each(modes)('names what another endpoint changes in %s rules', (mode) => {
    const [old, now] = ['10.244.1.1', '10.244.1.2'].map((ip) => renderRules(state(ip), proxyConfig({ mode })))
    const lines = rulesDifference(rulesText(old!), now!).flatMap((difference) => difference.lines)
    expect(lines.some((line) => line.startsWith('-') && line.includes('10.244.1.1'))).toBe(true)
    expect(lines.some((line) => line.startsWith('+') && line.includes('10.244.1.2'))).toBe(true)
  })

  it('takes the output of one tool', () => {
    const rules = renderRules(state('10.244.1.1'), proxyConfig())
    expect(rulesDifference(rules.iptablesSave, rules)).toEqual([])
    expect(rulesDifference(rules.ip6tablesSave, rules)).toEqual([])
    const ipvs = renderRules(state('10.244.1.1'), proxyConfig({ mode: 'ipvs' }))
    expect(rulesDifference(ipvs.ipvsadm.replaceAll('1      0 ', '1      7 '), ipvs)).toEqual([])
  })

  it('minds the order of rules in the chain of a service', () => {
    const rules = renderRules(state('10.244.1.1', '10.244.1.2'), proxyConfig())
    const lines = rules.iptablesSave.split('\n')
    const at = lines.findIndex((line) => line.includes('--probability'))
    const swapped = [...lines.slice(0, at), lines[at + 1], lines[at], ...lines.slice(at + 2)].join('\n')
    expect(rulesDifference(swapped, rules).map(({ lines: [line] }) => line)).toEqual([
      '  the same rules in another order',
    ])
  })
})

describe('reading objects', () => {
  const { services, endpointSlices } = state('10.244.1.1')
  const typed = services.map((one) => ({ kind: 'Service', ...one }))

  it('takes lists, documents and an object of lists', () => {
    const list = JSON.stringify({ kind: 'ServiceList', items: services })
    expect(readObjects(list).services).toHaveLength(1)
    expect(readObjects(`${JSON.stringify(typed[0])}\n---\n${list}`).services).toHaveLength(2)
    expect(
      readObjects(JSON.stringify({ services, endpointSlices, node: { metadata: { name: 'n1' } } })),
    ).toMatchObject({
      services: [{ metadata: { name: 's' } }],
      endpointSlices: [{ metadata: { name: 's-1' } }],
      nodes: [{ metadata: { name: 'n1' } }],
    })
  })

  it('takes the networks of ServiceCIDRs', () => {
    expect(readObjects('kind: ServiceCIDR\nspec:\n  cidrs: [10.0.0.0/24]\n').serviceCIDRs).toEqual([
      '10.0.0.0/24',
    ])
  })

  it('throws where the text is no YAML', () => {
    expect(() => readObjects('a: [')).toThrow()
  })
})
