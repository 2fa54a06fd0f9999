import { describe, expect, it } from 'vitest'
import { endpoint, onNode, proxyConfig, service, slice } from '../testing/objects.ts'
import { probabilityText } from './probability.ts'
import { renderIptables } from './render-iptables.ts'

const linesWith = (text: string, part: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('-A') && line.includes(part))

describe('iptables-save', () => {
  it('holds the base rules of a node without services', () => {
    const text = renderIptables({ services: [], endpointSlices: [] }, 'IPv4', proxyConfig())
    expect(linesWith(text, '-A KUBE-POSTROUTING')).toEqual([
      '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
      '-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0',
      '-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
    ])
    expect(text.match(/^\*.*$/gm)).toEqual(['*mangle', '*filter', '*nat'])
  })

  it('writes IPv6 with its own masks, rejections and brackets', () => {
    const state = {
      services: [
        service('s', { sessionAffinity: 'ClientIP' }),
        service('none', { clusterIPs: ['10.0.0.11', 'fd00:10::b'] }),
      ],
      endpointSlices: [slice('s', [onNode('fd00:244::1')], { addressType: 'IPv6' })],
    }
    const text = renderIptables(state, 'IPv6', proxyConfig())
    expect(text).toContain(
      '-d fd00:10::b/128 -p tcp -m comment --comment "ns/none:p has no endpoints" -m tcp --dport 80 -j REJECT --reject-with icmp6-port-unreachable',
    )
    expect(text).toContain('-j DNAT --to-destination [fd00:244::1]:8080')
    expect(text).toContain('--mask ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff --rsource')
    expect(text).toContain('! -s fd00:244::/64 -d fd00:10::a/128')
    expect(text).toContain('! -d ::1/128')
    expect(text).not.toContain('KUBE-FIREWALL !')
  })

  it('lets the node through source ranges that hold it', () => {
    const vip = { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } } }
    const state = {
      services: [service('s', { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.1.0.0/16'] }, vip)],
      endpointSlices: [slice('s', [endpoint('10.244.1.1')])],
    }
    const sources = linesWith(renderIptables(state, 'IPv4', proxyConfig()), '-A KUBE-FW-').map(
      (line) => / -s (\S+)/.exec(line)?.[1],
    )
    expect(sources).toEqual(['10.1.0.0/16', '5.6.7.8/32', undefined])
  })

  it('leaves out comments of endpoints in large clusters', () => {
    const many = Array.from({ length: 1001 }, (_, at) => endpoint(`10.244.${at >> 8}.${at & 255}`))
    const text = (endpoints: typeof many) =>
      renderIptables(
        { services: [service('s')], endpointSlices: [slice('s', endpoints)] },
        'IPv4',
        proxyConfig(),
      )
    expect(text(many)).not.toContain('ns/s:p ->')
    expect(text(many.slice(1))).toContain('ns/s:p ->')
  })

  it('detects local traffic by interface', () => {
    const detectLocal = {
      mode: 'InterfaceNamePrefix',
      clusterCIDRs: [],
      bridgeInterface: '',
      interfaceNamePrefix: 'veth',
    }
    const state = { services: [service('s')], endpointSlices: [slice('s', [endpoint('10.244.1.1')])] }
    expect(renderIptables(state, 'IPv4', proxyConfig({ detectLocal }))).toContain(
      '-d 10.0.0.10/32 ! -i veth+ -p tcp',
    )
  })
})

it('rounds probabilities as the kernel does', () => {
  expect([2, 3, 4, 7].map(probabilityText)).toEqual([
    '0.50000000000',
    '0.33333333349',
    '0.25000000000',
    '0.14285714272',
  ])
})
