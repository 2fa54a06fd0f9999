import { describe, expect, it } from 'vitest'
import { goldenIpvs, savedRule } from './golden-ipvs.ts'

describe('what kube-proxy asked of its tools in ipvs mode', () => {
  it.each([
    [
      '-A KUBE-SERVICES -m set --match-set KUBE-CLUSTER-IP dst,dst ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ',
      '-A KUBE-SERVICES ! -s 10.244.0.0/16 -m set --match-set KUBE-CLUSTER-IP dst,dst -j KUBE-MARK-MASQ',
    ],
    [
      '-A KUBE-IPVS-OUT-FILTER -s 5.6.7.9 -m ipvs --vaddr 5.6.7.9 --vproto udp --vport 80 -j DROP',
      '-A KUBE-IPVS-OUT-FILTER -s 5.6.7.9/32 -m ipvs --vproto 17 --vaddr 5.6.7.9 --vport 80 -j DROP',
    ],
    [
      '-A KUBE-POSTROUTING -m mark ! --mark 0x00004000/0x00004000 -j RETURN',
      '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
    ],
    ['-A A -j MARK --xor-mark 0x00000020', '-A A -j MARK --set-xmark 0x20/0x0'],
    ['-A A -j MARK --or-mark 0x00000020', '-A A -j MARK --set-xmark 0x20/0x20'],
    ['-A A -j REJECT', '-A A -j REJECT --reject-with icmp-port-unreachable'],
  ])('%s is saved in the form of iptables-save', (given, saved) => expect(savedRule(given, 32)).toBe(saved))

  it('stands below the commands that show it, a jump that was asked for later before the others', () => {
    const real = [{ address: '10.244.0.1', port: 8080, weight: 1 }]
    const server = {
      address: '10.0.0.1',
      port: 80,
      protocol: 'TCP',
      scheduler: 'mh',
      flags: 17,
      timeout: 100,
      real,
    }
    const sets = [
      { name: 'KUBE-CLUSTER-IP', type: 'hash:ip,port', family: 'inet', entries: ['10.0.0.1,tcp:80'] },
    ]
    const iptables = {
      chains: ['filter KUBE-FORWARD'],
      jumps: ['filter -A INPUT -j FIRST', 'filter -A INPUT -j SECOND'],
      restored: '*filter\n:KUBE-FORWARD - [0:0]\n-A KUBE-FORWARD -j ACCEPT\nCOMMIT\n',
    }
    const text = goldenIpvs({ servers: [server], sets, iptables }, 'IPv4')
    expect(text).toContain('TCP  10.0.0.1:80 mh persistent 100 (mh-port)\n  -> 10.244.0.1:8080 Masq 1\n')
    expect(text).toContain(
      'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nHeader: family inet\nMembers:\n10.0.0.1,tcp:80\n',
    )
    expect(text).toContain('-A INPUT -j SECOND\n-A INPUT -j FIRST\n-A KUBE-FORWARD -j ACCEPT\nCOMMIT\n')
  })
})
