import { describe, expect, it } from 'vitest'
import { type CommandOutput, runWithFiles, wordsOf } from './testing/run-with-files.ts'

const objects = `
kind: Node
metadata: { name: n1 }
spec: { podCIDR: 10.244.0.0/24, podCIDRs: [10.244.0.0/24] }
status: { addresses: [{ type: InternalIP, address: 10.1.1.1 }] }
---
kind: Service
metadata: { name: web, namespace: ns }
spec: { type: NodePort, clusterIP: 10.0.0.10, ports: [{ port: 80, nodePort: 30080 }] }
---
kind: EndpointSlice
metadata: { name: web-1, namespace: ns, labels: { kubernetes.io/service-name: web } }
addressType: IPv4
ports: [{ name: '', port: 8080 }]
endpoints: [{ addresses: [10.244.0.1], nodeName: n1 }, { addresses: [10.244.1.1], nodeName: n2 }]
`

const trace = (line: string, files: Readonly<Record<string, string>> = {}): Promise<CommandOutput> =>
  runWithFiles(['rules', 'trace', ...wordsOf(line)], { 'objects.yaml': objects, ...files })

const input = '--input objects.yaml --cluster-cidr 10.244.0.0/16'

describe('kepsim kube-proxy rules trace', () => {
  it('prints the way of a packet', async () => {
    const { code, stdout, stderr } = await trace(`${input} --from 10.244.0.7 --to 10.0.0.10:80`)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^10\.244\.0\.7:32768 -> 10\.0\.0\.10:80 tcp in by cbr0\n {2}prerouting nat PREROUTING: -A/,
    )
    expect(stdout).toMatch(/\nforwarded by (?:eth0|cbr0): 10\.244\.0\.7:32768 -> 10\.244\.[01]\.1:8080\n$/)
  })

  it.each(['iptables', 'nftables', 'ipvs'])('counts where packets go in %s mode', async (mode) => {
    const { stdout } = await trace(
      `${input} --mode ${mode} --from 192.0.2.7 --to 10.1.1.1:30080/tcp --packets 200`,
    )
    const places = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\d+ /, ''))
    expect(places.sort()).toEqual([
      'to 10.244.0.1:8080 by cbr0 from 10.1.1.1',
      'to 10.244.1.1:8080 by eth0 from 10.1.1.1',
    ])
  })

  it('takes rules that a node has printed', async () => {
    const saved = '*filter\n:INPUT ACCEPT [0:0]\n[3:180] -A INPUT -p tcp -m tcp --dport 22 -j DROP\nCOMMIT\n'
    const { code, stdout } = await trace(`${input} --rules saved --from 192.0.2.7 --to 10.1.1.1:22`, {
      saved,
    })
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([1, 'dropped'])
  })

  it.each([
    ['--from 10.244.0.7', 'give --from and --to'],
    ['--from x --to 10.0.0.10:80', '--from x: it is no IP:PORT/PROTOCOL'],
    ['--from 10.244.0.7 --to 10.0.0.10', '--to 10.0.0.10: it has no port (IP:PORT/tcp)'],
    ['--from 10.244.0.7 --to 10.0.0.10:99999', '--to 10.0.0.10:99999: ports are 1 to 65535'],
    [
      '--from 10.244.0.7 --to [fd00::1]:80',
      '--from 10.244.0.7 and --to [fd00::1]:80 are of different address families',
    ],
    ['--from 10.244.0.7 --to 10.0.0.10:80 --packets x', '--packets x: write a whole number from 1'],
    [
      '--from 10.244.0.7 --to 10.0.0.10:80 --mode ipvs --ipvs-scheduler ovf',
      'the scheduler ovf of ipvs is not simulated',
    ],
    ['--from 10.244.0.7 --to 10.0.0.10:80 --rules gone', 'open gone: no such file or directory'],
    [
      '--from 10.244.0.7 --to 10.0.0.10:80 --rules objects.yaml',
      'objects.yaml: it is neither of iptables-save nor of nft list ruleset',
    ],
  ])('refuses %s', async (line, message) => {
    const { code, stdout, stderr } = await trace(`${input} ${line}`)
    expect([code, stdout, stderr]).toEqual([2, '', `kepsim kube-proxy rules: ${message}\n`])
  })
})
