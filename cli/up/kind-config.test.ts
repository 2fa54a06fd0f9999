import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readKindConfig } from './kind-config.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-kind-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'kind.yaml')

function read(text: string, release?: string) {
  writeFileSync(file, `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n${text}`)
  return readKindConfig(file, release)
}

it('reads nodes of releases of their own', () => {
  expect(
    read(`name: dev
nodes:
- role: control-plane
  image: kindest/node:v1.35.0@sha256:0123456789abcdef
- role: worker
  image: kindest/node:v1.34.0
  labels: { zone: a }
- { role: worker }
featureGates: { SidecarContainers: true }
runtimeConfig: { api/alpha: "false" }
networking: { apiServerPort: 6443, kubeProxyMode: nftables }
`),
  ).toEqual({
    options: {
      release: '1.35.0',
      nodes: [
        {
          name: 'dev-control-plane',
          kubeletRelease: '1.35.0',
          kubeProxyRelease: '1.35.0',
          kubeletFlags: ['--register-with-taints=node-role.kubernetes.io/control-plane:NoSchedule'],
          kubeProxyFlags: ['--proxy-mode=nftables'],
        },
        {
          name: 'dev-worker',
          kubeletRelease: '1.34.0',
          kubeProxyRelease: '1.34.0',
          kubeletFlags: ['--node-labels=zone=a'],
          kubeProxyFlags: ['--proxy-mode=nftables'],
        },
        { name: 'dev-worker2', kubeletFlags: [], kubeProxyFlags: ['--proxy-mode=nftables'] },
      ],
      featureGates: { SidecarContainers: true },
      networking: {},
    },
    apiserverFlags: ['--runtime-config=api/alpha=false'],
    port: 6443,
    controlPlanes: ['dev-control-plane'],
  })
})

it('has several servers where there are several control planes, and one node where none is named', () => {
  const { options } = read('nodes: [{ role: control-plane }, { role: control-plane }]\n', '1.34')
  expect([options.apiservers, options.release]).toEqual([['1.34', '1.34'], undefined])
  expect(read('').options).toEqual({
    nodes: [{ name: 'kind-control-plane', kubeletFlags: [] }],
    featureGates: {},
    networking: {},
  })
})

it('names the families and networks of the cluster', () => {
  const networking = { ipFamily: 'dual', podSubnet: '10.1.0.0/16,fd01::/56' }
  expect(
    read(`networking: ${JSON.stringify({ ...networking, serviceSubnet: '' })}`).options.networking,
  ).toEqual(networking)
})

it.each([
  ['nodes: [{ role: master }]', 'nodes[0].role: write control-plane or worker'],
  [
    'nodes: [{ image: "kindest/node:latest" }]',
    'nodes[0].image: "kindest/node:latest" has no tag that is a release',
  ],
  ['nodes: [{ extraPortMappings: [] }]', 'nodes[0].extraPortMappings: kepsim does not simulate this'],
  ['networking: { ipFamily: IPv6 }', 'networking: invalid ipFamily: IPv6'],
  ['networking: { ipFamily: 6 }', 'networking.ipFamily: write a text'],
  [
    'networking: { ipFamily: ipv6, podSubnet: 10.1.0.0/16 }',
    'networking: invalid pod subnet expected IPv6 CIDR for IPv6 family',
  ],
  ['networking: { disableDefaultCNI: true }', 'networking.disableDefaultCNI: kepsim does not simulate this'],
  ['networking: { apiServerAddress: 0.0.0.0 }', 'a simulated cluster listens on 127.0.0.1 only'],
  ['networking: { apiServerPort: 70000 }', 'networking.apiServerPort: write a whole number from 0 to 65535'],
  ['featureGates: { A: "yes" }', 'featureGates.A: write true or false'],
  ['kubeadmConfigPatches: []', 'kubeadmConfigPatches: kepsim does not simulate this'],
  ['nodes: [', 'must be sufficiently indented'],
])('refuses %s', (text, message) => {
  expect(() => read(text)).toThrow(message)
})
