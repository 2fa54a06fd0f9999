import { describe, expect, it } from 'vitest'
import { runRuleTool, type ToolTexts } from './rule-tools.ts'

const texts: ToolTexts = {
  iptablesSave:
    '*filter\n:INPUT ACCEPT [0:0]\n:KUBE-FORWARD - [0:0]\n-A KUBE-FORWARD -j ACCEPT\nCOMMIT\n*nat\n:OUTPUT ACCEPT [0:0]\nCOMMIT\n',
  ip6tablesSave: '',
  nft: 'table ip kube-proxy {\n\tset cluster-ips {\n\t\ttype ipv4_addr\n\t}\n\n\tchain services {\n\t\treturn\n\t}\n\n\tchain last {\n\t\tdrop\n\t}\n}\ntable ip6 kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}\n',
  ipvsadm: 'IP Virtual Server version 1.2.1 (size=4096)\n',
  ipset: 'Name: A\nMembers:\n1\n\nName: B\nMembers:\n',
}
const run = (line: string) => {
  const [name, ...args] = line.split(' ')
  return runRuleTool(name!, args, texts)
}

describe('the tools that show rules', () => {
  it.each([
    ['iptables-save', texts.iptablesSave],
    ['iptables-save -t nat', '*nat\n:OUTPUT ACCEPT [0:0]\nCOMMIT\n'],
    ['iptables -S', '-P INPUT ACCEPT\n-N KUBE-FORWARD\n-A KUBE-FORWARD -j ACCEPT\n'],
    ['iptables -t filter -S KUBE-FORWARD', '-N KUBE-FORWARD\n-A KUBE-FORWARD -j ACCEPT\n'],
    ['nft list ruleset', texts.nft],
    ['nft list tables', 'table ip kube-proxy\ntable ip6 kube-proxy\n'],
    ['nft list table ip6 kube-proxy', 'table ip6 kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}\n'],
    [
      'nft list chain ip kube-proxy services',
      'table ip kube-proxy {\n\tchain services {\n\t\treturn\n\t}\n}\n',
    ],
    ['nft list chain ip kube-proxy last', 'table ip kube-proxy {\n\tchain last {\n\t\tdrop\n\t}\n}\n'],
    [
      'nft list set ip kube-proxy cluster-ips',
      'table ip kube-proxy {\n\tset cluster-ips {\n\t\ttype ipv4_addr\n\t}\n}\n',
    ],
    ['ipvsadm -Ln', texts.ipvsadm],
    ['ipvsadm -L -n', texts.ipvsadm],
    ['ipset list A', 'Name: A\nMembers:\n1\n'],
    ['ipset -L', texts.ipset],
  ])('%s', (line, stdout) => {
    expect(run(line)).toEqual({ stdout, stderr: '', exitCode: 0 })
  })

  it.each([
    ['iptables -S NONE', 1],
    ['iptables -F', 2],
    ['nft list chain ip kube-proxy none', 1],
    ['nft flush ruleset', 2],
    ['nft list chains', 2],
    ['ipvsadm -C', 2],
    ['ipset list C', 1],
  ])('%s is refused', (line, exitCode) => {
    expect(run(line)).toMatchObject({ stdout: '', exitCode, stderr: expect.stringMatching(/\n$/) })
  })
})
