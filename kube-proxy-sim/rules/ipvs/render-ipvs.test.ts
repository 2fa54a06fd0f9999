import { describe, expect, it } from 'vitest'
import { endpoint, onNode, proxyConfig, service, slice } from '../testing/objects.ts'
import { renderIpvs } from './render-ipvs.ts'

const ipvs = proxyConfig({ mode: 'ipvs' })
const setOf = (text: string, name: string): string[] => {
  const part = text.split(/^Name: /m).find((one) => one.startsWith(`${name}\n`)) ?? ''
  return part.trimEnd().split('Members:\n')[1]?.split('\n') ?? []
}

const nodePort = {
  services: [
    service('s', {
      type: 'NodePort',
      sessionAffinity: 'ClientIP',
      externalTrafficPolicy: 'Local',
      ports: [
        { name: 'p', protocol: 'TCP', port: 80, nodePort: 30080 },
        { name: 'q', protocol: 'SCTP', port: 99, nodePort: 30099 },
      ],
    }),
  ],
  endpointSlices: [
    slice('s', [onNode('10.244.0.1'), endpoint('10.244.1.1')], {
      ports: [
        { name: 'p', protocol: 'TCP', port: 8080 },
        { name: 'q', protocol: 'SCTP', port: 9999 },
      ],
    }),
  ],
}

describe('ipvsadm -Ln', () => {
  it('lists virtual servers by protocol and address, with the endpoints of their policy', () => {
    expect(
      renderIpvs(nodePort, ipvs)
        .ipvsadm.split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      'IP Virtual Server version 1.2.1 (size=4096)',
      'Prot LocalAddress:Port Scheduler Flags',
      '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
      'TCP  10.0.0.10:80 rr persistent 10800',
      '  -> 10.244.0.1:8080              Masq    1      0          0',
      '  -> 10.244.1.1:8080              Masq    1      0          0',
      'TCP  10.1.1.1:30080 rr persistent 10800',
      '  -> 10.244.0.1:8080              Masq    1      0          0',
      'SCTP 10.0.0.10:99 rr persistent 10800',
      '  -> 10.244.0.1:9999              Masq    1      0          0',
      '  -> 10.244.1.1:9999              Masq    1      0          0',
      'SCTP 10.1.1.1:30099 rr persistent 10800',
      '  -> 10.244.0.1:9999              Masq    1      0          0',
      'TCP  [fd00:1::1]:30080 rr persistent 10800',
      'TCP  [fd00:10::a]:80 rr persistent 10800',
      'SCTP [fd00:1::1]:30099 rr persistent 10800',
      'SCTP [fd00:10::a]:99 rr persistent 10800',
      '',
    ])
  })

  it('falls back to all endpoints where policy Local finds none here', () => {
    const state = {
      services: [
        service('s', { internalTrafficPolicy: 'Local', ipFamilies: ['IPv4'] }),
        service('e', {
          externalIPs: ['192.0.2.1'],
          externalTrafficPolicy: 'Local',
          clusterIPs: ['10.0.0.11'],
          ipFamilies: ['IPv4'],
        }),
      ],
      endpointSlices: [slice('e', [endpoint('10.244.1.1')])],
    }
    expect(renderIpvs(state, ipvs).ipvsadm).toMatch(/192\.0\.2\.1:80 rr\n {2}-> 10\.244\.1\.1:8080/)
    expect(renderIpvs(state, { ...ipvs, ipvs: { scheduler: 'mh' } }).ipvsadm).toContain(
      '10.0.0.11:80 mh (mh-port)\n',
    )
  })
})

describe('ipset list', () => {
  it('holds what the rules match by set', () => {
    const { ipset, iptables } = renderIpvs(nodePort, ipvs)
    expect(setOf(ipset, 'KUBE-CLUSTER-IP')).toEqual(['10.0.0.10,sctp:99', '10.0.0.10,tcp:80'])
    expect(setOf(ipset, 'KUBE-LOOP-BACK')).toEqual([
      '10.244.0.1,sctp:9999,10.244.0.1',
      '10.244.0.1,tcp:8080,10.244.0.1',
    ])
    expect(setOf(ipset, 'KUBE-NODE-PORT-LOCAL-TCP')).toEqual(['30080'])
    expect(setOf(ipset, 'KUBE-NODE-PORT-SCTP-HASH')).toEqual(['10.1.1.1,sctp:30099'])
    expect(setOf(ipset, 'KUBE-IPVS-IPS')).toEqual(['10.0.0.10'])
    expect(ipset).toContain('Name: KUBE-6-LOAD-BALANCER-SOURCE-CID\n')
    expect(iptables.IPv4).toContain(
      '-A KUBE-NODE-PORT -p tcp -m comment --comment "Kubernetes nodeport TCP port with externalTrafficPolicy=local" -m set --match-set KUBE-NODE-PORT-LOCAL-TCP dst -j RETURN',
    )
    expect(iptables.IPv4).not.toContain('*mangle')
  })

  it('opens the port of a health check unless node ports answer nowhere', () => {
    const [one] = nodePort.services
    const balancer = {
      ...nodePort,
      services: [{ ...one!, spec: { ...one!.spec, type: 'LoadBalancer', healthCheckNodePort: 31000 } }],
    }
    const portsOf = (nodePortAddresses: string[]): string[] =>
      setOf(renderIpvs(balancer, { ...ipvs, nodePortAddresses }).ipset, 'KUBE-HEALTH-CHECK-NODE-PORT')
    expect(portsOf([])).toEqual(['31000'])
    expect(portsOf(['192.0.2.0/24'])).toEqual([])
  })

  it('keeps the node away from load balancers whose ranges do not hold it', () => {
    const state = (range: string) => ({
      services: [
        service(
          's',
          { type: 'LoadBalancer', loadBalancerSourceRanges: [range] },
          { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } } },
        ),
      ],
      endpointSlices: [slice('s', [endpoint('10.244.1.1')])],
    })
    const outside = renderIpvs(state('203.0.113.0/24'), ipvs)
    expect(outside.iptables.IPv4).toContain(
      '-A KUBE-IPVS-OUT-FILTER -s 5.6.7.8/32 -m ipvs --vproto 6 --vaddr 5.6.7.8 --vport 80 -j DROP',
    )
    expect(setOf(outside.ipset, 'KUBE-LOAD-BALANCER-SOURCE-CIDR')).toEqual(['5.6.7.8,tcp:80,203.0.113.0/24'])
    const inside = renderIpvs(state('10.1.0.0/16'), ipvs)
    expect(inside.iptables.IPv4).not.toContain('--vaddr')
    expect(setOf(inside.ipset, 'KUBE-LOAD-BALANCER-SOURCE-IP')).toEqual(['5.6.7.8,tcp:80,5.6.7.8'])
  })
})

describe('ipvs rules of older releases', () => {
  const balancer = {
    services: [
      service(
        's',
        { type: 'LoadBalancer', loadBalancerSourceRanges: ['203.0.113.0/24'] },
        { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } } },
      ),
    ],
    endpointSlices: [slice('s', [endpoint('10.244.1.1')])],
  }
  const rules = (minor: number) => renderIpvs(balancer, { ...ipvs, minor })

  it('mark what source ranges leave out, before 1.25', () => {
    expect(rules(24).iptables.IPv4).toContain('-A KUBE-FIREWALL -j KUBE-MARK-DROP')
    expect(rules(24).iptables.IPv4).not.toContain('KUBE-SOURCE-RANGES-FIREWALL')
    expect(rules(25).iptables.IPv4).toContain('-A KUBE-SOURCE-RANGES-FIREWALL -j DROP')
    expect(rules(25).iptables.IPv4).not.toContain('KUBE-MARK-DROP')
  })

  it('guard the addresses of kube-ipvs0 from 1.26 on, and the node from load balancers from 1.29 on', () => {
    expect(setOf(rules(25).ipset, 'KUBE-IPVS-IPS')).toEqual([])
    expect(rules(25).iptables.IPv4).not.toContain('KUBE-IPVS-FILTER')
    expect(setOf(rules(26).ipset, 'KUBE-IPVS-IPS')).toEqual(['10.0.0.10', '5.6.7.8'])
    expect(rules(27).iptables.IPv4).not.toContain('KUBE-EXTERNAL-IP-LOCAL dst,dst -j RETURN')
    expect(rules(28).iptables.IPv4).toContain('KUBE-EXTERNAL-IP-LOCAL dst,dst -j RETURN')
    expect(rules(28).iptables.IPv4).not.toContain('KUBE-IPVS-OUT-FILTER')
    expect(rules(29).iptables.IPv4).toContain('--vaddr 5.6.7.8')
  })
})
