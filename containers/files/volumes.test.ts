import { describe, expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

const settings = '/api/v1/namespaces/shop/configmaps/settings'
const key = '/api/v1/namespaces/shop/secrets/key'

describe('volumes of a pod', () => {
  const objects: Record<string, unknown> = {
    [settings]: { data: { a: 'one\n', 'b.txt': 'two\n' } },
    [key]: { data: { password: Buffer.from('s3cret').toString('base64') } },
  }
  const mounts = [
    { name: 'settings', mountPath: '/etc/settings' },
    { name: 'chosen', mountPath: '/etc/chosen' },
    { name: 'key', mountPath: '/etc/key', readOnly: true },
    { name: 'info', mountPath: '/etc/info' },
    { name: 'all', mountPath: '/var/run/secrets/all' },
    { name: 'scratch', mountPath: '/scratch' },
    { name: 'scratch', mountPath: '/part', subPath: 'inner/part' },
    { name: 'settings', mountPath: '/etc/app/b.txt', subPath: 'b.txt' },
  ]
  const containers = [
    {
      name: 'a',
      image: 'busybox',
      command: ['sleep', '3600'],
      volumeMounts: mounts,
      resources: { limits: { cpu: '250m' } },
    },
    {
      name: 'b',
      image: 'busybox',
      command: ['sleep', '3600'],
      volumeMounts: [{ name: 'scratch', mountPath: '/shared', readOnly: true }],
    },
  ]
  const volumes = [
    { name: 'settings', configMap: { name: 'settings' } },
    {
      name: 'chosen',
      configMap: {
        name: 'settings',
        defaultMode: 0o400,
        items: [{ key: 'a', path: 'deep/er/a.conf', mode: 0o600 }],
      },
    },
    { name: 'key', secret: { secretName: 'key' } },
    {
      name: 'info',
      downwardAPI: {
        items: [
          { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
          { path: 'cpu', resourceFieldRef: { containerName: 'a', resource: 'limits.cpu', divisor: '1m' } },
          {
            path: 'memory',
            resourceFieldRef: { containerName: 'a', resource: 'limits.memory', divisor: '1Mi' },
          },
        ],
      },
    },
    {
      name: 'all',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token' } },
          { configMap: { name: 'settings', items: [{ key: 'a', path: 'ca' }] } },
        ],
      },
    },
    { name: 'scratch', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
  ]
  const pod = podAtWork({
    containers,
    spec: { volumes },
    objects,
    metadata: { labels: { z: '1', app: 'x "y"' } },
  })
  const sh = async (script: string, container = 'a') =>
    (await pod.exec(['sh', '-c', script], { container })).stdout

  it('have the files of their objects', async () => {
    expect(await sh('cat /etc/settings/a /etc/settings/b.txt; cat /etc/key/password')).toBe(
      'one\ntwo\ns3cret',
    )
    expect(
      await sh('ls /etc/settings; ls -l /etc/settings/..data/a | cut -c1-10; cat /etc/chosen/deep/er/a.conf'),
    ).toBe('a\nb.txt\n-rw-r--r--\none\n')
    expect(await sh('cat /etc/info/labels; echo; cat /etc/info/cpu /etc/info/memory')).toBe(
      'app="x \\"y\\""\nz="1"\n2507955',
    )
    expect(await sh('cat /var/run/secrets/all/token; cat /var/run/secrets/all/ca')).toBe('the-tokenone\n')
    expect(await sh('cat /etc/app/b.txt')).toBe('two\n')
  })

  it('cannot be written where the kubelet fills them', async () => {
    const { stderr, exitCode } = await pod.exec(['sh', '-c', 'echo x > /etc/settings/a'])
    expect(exitCode).not.toBe(0)
    expect(stderr).toMatch(/read-only file system/i)
  })

  it('are shared by containers, and limited', async () => {
    expect(await sh('echo hi > /part/x; cat /scratch/inner/part/x')).toBe('hi\n')
    expect(await sh('cat /shared/inner/part/x', 'b')).toBe('hi\n')
    expect(await sh('df -h /scratch | tail -1')).toMatch(/^tmpfs +64\.0M +4\.0K +64\.0M +1% \/scratch\n$/)
  })

  it('are as large as half of the machine where the kubelet does not size them', async () => {
    const other = podAtWork({
      containers: [
        {
          name: 'a',
          image: 'busybox',
          command: ['sleep', '3600'],
          volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
          resources: { limits: { memory: '64Mi' } },
        },
      ],
      spec: { volumes: [{ name: 'scratch', emptyDir: { medium: 'Memory' } }] },
      gates: { SizeMemoryBackedVolumes: false },
    })
    const { stdout } = await other.exec(['df', '-h', '/scratch'])
    expect(stdout).toMatch(/\ntmpfs +3\.9G +0 +3\.9G +0% \/scratch\n$/)
  })

  it('show what has changed a minute later', async () => {
    objects[settings] = { data: { a: 'three\n', c: 'new\n' } }
    expect(await sh('cat /etc/settings/a')).toBe('one\n')
    pod.clock.advance(61_000)
    expect(await sh('cat /etc/settings/a; ls /etc/settings')).toBe('three\na\nc\n')
  })
})

it('nothing of a read-only root is written, copied to, linked or changed', async () => {
  const pod = podAtWork({
    containers: [
      {
        name: 'a',
        image: 'busybox',
        command: ['sleep', '3600'],
        securityContext: { readOnlyRootFilesystem: true },
        volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
      },
    ],
    spec: { volumes: [{ name: 'scratch', emptyDir: {} }] },
  })
  for (const command of [
    'cp /etc/hosts /etc/h',
    'chmod 777 /etc/hosts',
    'ln /etc/hosts /etc/h',
    'touch /etc/hosts',
  ])
    expect((await pod.exec(['sh', '-c', command])).exitCode, command).not.toBe(0)
  expect((await pod.exec(['sh', '-c', 'cp /etc/hosts /scratch/h && chmod 600 /scratch/h'])).exitCode).toBe(0)
})
