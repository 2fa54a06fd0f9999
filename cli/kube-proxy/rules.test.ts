import { describe, expect, it } from 'vitest'
import { type CommandOutput, runWithFiles, wordsOf } from './testing/run-with-files.ts'

const objects = `
kind: Node
metadata: { name: n1 }
status: { addresses: [{ type: InternalIP, address: 10.1.1.1 }] }
---
kind: Service
metadata: { name: web, namespace: ns }
spec: { clusterIP: 10.0.0.10, externalIPs: [192.0.2.1], ports: [{ port: 80 }] }
---
kind: EndpointSlice
metadata: { name: web-1, namespace: ns, labels: { kubernetes.io/service-name: web } }
addressType: IPv4
ports: [{ name: '', port: 8080 }]
endpoints: [{ addresses: [10.244.0.1], nodeName: n1 }]
`

const run = (line: string, files: Readonly<Record<string, string>> = {}): Promise<CommandOutput> =>
  runWithFiles(['rules', ...wordsOf(line)], { 'objects.yaml': objects, ...files })

describe('kepsim kube-proxy rules', () => {
  it.each([
    ['iptables', '--to-destination 10.244.0.1:8080'],
    ['nftables', 'map { 0 : 10.244.0.1 . 8080 }'],
    ['ipvs', 'TCP  192.0.2.1:80 rr\n  -> 10.244.0.1:8080'],
  ])('prints the rules of %s mode', async (mode, part) => {
    const { code, stdout, stderr } = await run(`--mode ${mode} --input objects.yaml`)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(part)
  })

  it('takes release, configuration and flags of kube-proxy', async () => {
    const config =
      'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: nftables\n'
    const { stdout } = await run('--release 1.35 --config c.yaml --input objects.yaml', { 'c.yaml': config })
    expect(stdout).toContain('vmap { 0 : goto endpoint-')
    const off = await run('--feature-gates=AllowServiceExternalIPs=false --input objects.yaml')
    expect(off.stdout).not.toContain('192.0.2.1')
  })

  it('takes --mode in place of the mode of a configuration, as if it stood there', async () => {
    const config = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
nftables: { masqueradeAll: true }
clusterCIDR: 10.244.0.0/16
`
    const files = { 'c.yaml': config }
    const masquerade = '! -s 10.244.0.0/16 -d 10.0.0.10/32'
    const changed = await run('--config c.yaml --mode iptables --input objects.yaml', files)
    expect(changed.stdout).toContain(masquerade)
    const same = await run('--config c.yaml --input objects.yaml', files)
    expect(same.stdout).toContain('masquerade all clusterIP traffic')
  })

  it('refuses a mode that the release does not have', async () => {
    const { code, stderr } = await run('--plan kep-5495 --release 1.43 --mode ipvs --input objects.yaml')
    expect([code, stderr]).toEqual([2, expect.stringContaining('the ipvs mode has ended')])
  })

  it('compares with a saved text', async () => {
    const { stdout } = await run('--mode ipvs --input objects.yaml')
    expect(await run('--mode ipvs --input objects.yaml --diff old', { old: stdout })).toMatchObject({
      code: 0,
      stdout: '',
    })
    const moved = objects.replace('10.244.0.1', '10.244.0.2')
    const changed = await run('--mode ipvs --input now --diff old', { old: stdout, now: moved })
    expect(changed.code).toBe(1)
    expect(changed.stdout).toContain(
      'ipvsadm -Ln: TCP  10.0.0.10:80 rr\n  - 10.244.0.1:8080 Masq 1\n  + 10.244.0.2:8080 Masq 1\n',
    )
  })

  it.each([
    ['', 2, 'give --kubeconfig or --input'],
    ['--mode userspace --input objects.yaml', 2, 'it is one of iptables, nftables and ipvs'],
    ['--input none', 2, 'open none: no such file or directory'],
    ['--release 1.99 --input objects.yaml', 2, 'release 1.99 is not known'],
    ['--input objects.yaml --diff objects.yaml', 2, 'objects.yaml: holds no rules'],
    ['--no-such-flag --input objects.yaml', 2, 'unknown flag: --no-such-flag'],
    ['--release 1.30 --nodeport-addresses primary --input objects.yaml', 2, 'Invalid value: "primary"'],
  ])('refuses "%s"', async (line, code, message) => {
    const result = await run(line)
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(message)
  })

  it.each([
    ['{ kind: Service }', 'Service: metadata is missing'],
    ['{ kind: Service, metadata: { name: a }, spec: { ports: 80 } }', 'Service a: spec.ports must be array'],
    [
      '{ kind: Service, metadata: { name: a, namespace: ns }, spec: { ports: [{ port: "80" }] } }',
      'Service ns/a: spec.ports[0].port must be integer',
    ],
    [
      '{ kind: Service, metadata: { name: a }, spec: { clusterIP: x } }',
      'spec.clusterIP must be an IP address',
    ],
    ['{ kind: EndpointSlice, metadata: { name: a }, endpoints: [5] }', 'endpoints[0] must be object'],
    ['{ kind: ServiceCIDR, metadata: { name: a }, spec: { cidrs: [x] } }', 'spec.cidrs[0] must be a CIDR'],
    ['{ kind: Service', 'bad.yaml: '],
  ])('says what cannot be read in %s', async (text, message) => {
    const { code, stderr } = await run('--input bad.yaml', { 'bad.yaml': text })
    expect(code).toBe(2)
    expect(stderr).toContain('kepsim kube-proxy rules: bad.yaml: ')
    expect(stderr).toContain(message)
  })
})
