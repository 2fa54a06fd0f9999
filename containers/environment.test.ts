import { expect, it } from 'vitest'
import { expanded } from './environment.ts'
import { podAtWork } from './testing/pod-at-work.ts'

const service = (name: string, clusterIP: string, ports: object[]) => ({
  metadata: { name, creationTimestamp: '2025-12-31T00:00:00Z' },
  spec: { clusterIP, ports },
})

it('is what image, node and objects bring', async () => {
  const pod = podAtWork({
    containers: [
      {
        name: 'a',
        image: 'nginx:1.25',
        env: [
          { name: 'A', value: 'one' },
          { name: 'B', value: '$(A)-$(MISSING)-$$(A)' },
          { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          { name: 'KEY', valueFrom: { secretKeyRef: { name: 'key', key: 'k' } } },
          {
            name: 'FROM_FILE',
            valueFrom: { fileKeyRef: { volumeName: 'config', path: 'app.env', key: 'MODE' } } as object,
          },
        ],
        envFrom: [{ prefix: 'P_', configMapRef: { name: 'settings' } }],
      },
    ],
    initContainers: [
      {
        name: 'i',
        image: 'busybox',
        command: ['sh', '-c', `printf "# x\\nMODE='fast'\\n" > /data/app.env`],
        volumeMounts: [{ name: 'config', mountPath: '/data' }],
      },
    ],
    spec: { volumes: [{ name: 'config', emptyDir: {} }] },
    objects: {
      '/api/v1/namespaces/shop/services': {
        items: [
          service('web-db', '10.96.0.7', [{ name: 'http', port: 80 }]),
          service('none', 'None', [{ port: 1 }]),
        ],
      },
      '/api/v1/namespaces/default/services': {
        items: [service('kubernetes', '10.96.0.1', [{ name: 'https', port: 443 }])],
      },
      '/api/v1/namespaces/shop/configmaps/settings': { data: { x: '1' } },
      '/api/v1/namespaces/shop/secrets/key': { data: { k: Buffer.from('s').toString('base64') } },
    },
  })
  const { stdout } = await pod.exec(['env'])
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'A=one',
      'B=one-$(MISSING)-$(A)',
      'IP=10.88.0.5',
      'CPU=2',
      'KEY=s',
      'FROM_FILE=fast',
      'P_x=1',
      'HOSTNAME=web-0',
      'HOME=/root',
      'NGINX_VERSION=1.25.3',
      'KUBERNETES_SERVICE_HOST=10.96.0.1',
      'WEB_DB_SERVICE_PORT_HTTP=80',
      'WEB_DB_PORT_80_TCP=tcp://10.96.0.7:80',
      'WEB_DB_PORT_80_TCP_ADDR=10.96.0.7',
    ]),
  )
  expect(stdout).not.toContain('NONE_')
})

it.each<[string, object, Record<string, boolean>, string, string]>([
  ['its name', {}, {}, 'web-0', 'web-0'],
  ['that of its spec', { hostname: 'h', subdomain: 'sub' }, {}, 'h', 'h.sub.shop.svc.cluster.local'],
  [
    'the full one',
    { hostname: 'h', subdomain: 'sub', setHostnameAsFQDN: true },
    {},
    'h.sub.shop.svc.cluster.local',
    'h.sub.shop.svc.cluster.local',
  ],
  [
    'the one that overrides',
    { hostnameOverride: 'any.example', hostname: 'h' },
    { HostnameOverride: true },
    'any.example',
    'any.example',
  ],
  [
    'its own while the gate is off',
    { hostnameOverride: 'any.example' },
    { HostnameOverride: false },
    'web-0',
    'web-0',
  ],
  ["its node's", { hostNetwork: true }, {}, 'n1', 'n1'],
])('a pod has %s as host name', async (_what, spec, gates, short, full) => {
  const pod = podAtWork({
    containers: [{ name: 'a', image: 'busybox', command: ['sleep', '1d'] }],
    spec,
    gates,
  })
  expect((await pod.exec(['sh', '-c', 'hostname; hostname -f'])).stdout).toBe(`${short}\n${full}\n`)
})

it.each<[object, string]>([
  [
    {},
    'search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
  ],
  [{ dnsPolicy: 'Default' }, 'nameserver 10.0.0.1\n'],
  [
    {
      dnsPolicy: 'None',
      dnsConfig: {
        nameservers: ['1.2.3.4'],
        searches: ['a.b'],
        options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
      },
    },
    'search a.b\nnameserver 1.2.3.4\noptions ndots:2 edns0\n',
  ],
  [{ hostNetwork: true }, 'nameserver 10.0.0.1\n'],
])('%j: its names are looked up by %j', async (spec, text) => {
  const pod = podAtWork({ containers: [{ name: 'a', image: 'busybox', command: ['sleep', '1d'] }], spec })
  expect((await pod.exec(['cat', '/etc/resolv.conf'])).stdout).toBe(text)
})

it('expands as the kubelet does, and is soon done with references without an end', () => {
  expect(expanded('$(A)$$(A)$x$(B)$(', { A: '1' })).toBe('1$(A)$x$(B)$(')
  const text = '$('.repeat(250_000)
  expect(expanded(text, {})).toBe(text)
})
