import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { renderIptables } from '../../kube-proxy-sim/rules/iptables/render-iptables.ts'
import { endpoint, onNode, proxyConfig, service, slice } from '../../kube-proxy-sim/rules/testing/objects.ts'
import { listTable } from './iptables-list.ts'

const balancer = {
  type: 'LoadBalancer',
  sessionAffinity: 'ClientIP',
  externalTrafficPolicy: 'Local',
  healthCheckNodePort: 31_000,
  loadBalancerSourceRanges: ['203.0.113.0/24'],
  ports: [{ name: 'p', protocol: 'TCP', port: 80, nodePort: 30_080 }],
}
const state = {
  services: [
    service('s', balancer, { status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }] } } }),
    service('u', {
      clusterIP: '10.0.0.11',
      clusterIPs: ['10.0.0.11'],
      ipFamilies: ['IPv4'],
      ports: [{ name: 'p', protocol: 'UDP', port: 53 }],
    }),
  ],
  endpointSlices: [slice('s', [onNode('10.244.0.1'), endpoint('10.244.1.1'), endpoint('10.244.1.2')])],
}
const saved = renderIptables(state, 'IPv4', proxyConfig({ mode: 'iptables' })).replace(
  / -m nfacct --nfacct-name {2}\S+/g,
  '',
)
const tableOf = (name: string): string => new RegExp(`^\\*${name}\\n[^]*?^COMMIT\\n`, 'm').exec(saved)![0]

const options = {
  chain: undefined,
  verbose: true,
  lineNumbers: false,
  exact: false,
  count: () => ({ packets: 0, bytes: 0 }),
}

const iptables = (...args: string[]): string =>
  spawnSync('unshare', ['--net', 'sh', '-c', `iptables-restore && iptables ${args.join(' ')}`], {
    input: saved,
    encoding: 'utf8',
  }).stdout
const version = spawnSync('unshare', ['--net', 'iptables', '--version'], { encoding: 'utf8' }).stdout ?? ''
const isSame = version.startsWith('iptables v1.8.9 ')

describe.skipIf(!isSame)(
  `iptables -L${isSame ? '' : ' (skipped: needs root, unshare and iptables 1.8.9)'}`,
  () => {
    it.each(['filter', 'nat'])('lists the table %s as the real one does', (table) => {
      expect(`${listTable(tableOf(table), options)}`).toBe(iptables('-t', table, '-nvL'))
      expect(`${listTable(tableOf(table), { ...options, verbose: false, lineNumbers: true })}`).toBe(
        iptables('-t', table, '-nL', '--line-numbers'),
      )
    })
  },
)

describe('a listing of iptables', () => {
  it('counts', () => {
    const counts = new Map([
      ['-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000', { packets: 123_456, bytes: 7 }],
    ])
    const count = (line: string) => counts.get(line) ?? { packets: 0, bytes: 0 }
    expect(listTable(tableOf('nat'), { ...options, chain: 'KUBE-MARK-MASQ', count })).toBe(
      `Chain KUBE-MARK-MASQ (5 references)
 pkts bytes target     prot opt in     out     source               destination         
 123K     7 MARK       0    --  *      *       0.0.0.0/0            0.0.0.0/0            MARK or 0x4000
`,
    )
  })

  it('is none of a match that is not known', () => {
    expect(
      listTable('*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -m bpf --bytecode x -j ACCEPT\nCOMMIT\n', options),
    ).toBeUndefined()
  })
})
