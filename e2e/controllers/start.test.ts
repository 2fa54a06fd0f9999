import { describe, expect, it } from 'vitest'
import { Components } from '../../cluster/components.ts'
import { defaultNamespace, startControlPlane } from './control-plane.ts'

describe('kube-controller-manager', () => {
  it.each([
    ['1.31', 'NoSuch=true', 'E.* "command failed" err="unrecognized feature gate: NoSuch"'],
    [
      '1.32',
      'PodIndexLabel=false',
      'E.* "command failed" err="cannot set feature gate PodIndexLabel to false, feature is locked to true"',
    ],
    [
      '1.30',
      'NoSuch=true',
      'Error: invalid argument "NoSuch=true" for "--feature-gates" flag: unrecognized feature gate: NoSuch',
    ],
  ])('of %s refuses %s', async (release, gates, text) => {
    const started = await new Components().startControllers({
      apiserver: { kubeconfig: () => '' },
      release,
      args: [`--feature-gates=${gates}`],
    })
    expect(started).toMatchObject({ ok: false, exitCode: 1, stderr: expect.stringMatching(new RegExp(text)) })
  })

  it('runs the controllers that --controllers names', async () => {
    const plane = await startControlPlane('1.36', '--controllers=*,-replicationcontroller')
    for (const [path, kind, selector] of [
      [`${defaultNamespace}/replicationcontrollers`, 'ReplicationController', { app: 'a' }],
      ['/apis/apps/v1/namespaces/default/replicasets', 'ReplicaSet', { matchLabels: { app: 'b' } }],
    ] as const)
      await plane.client.create(path, {
        apiVersion: kind === 'ReplicaSet' ? 'apps/v1' : 'v1',
        kind,
        metadata: { name: kind.toLowerCase() },
        spec: {
          replicas: 1,
          selector,
          template: {
            metadata: { labels: { app: kind === 'ReplicaSet' ? 'b' : 'a' } },
            spec: { containers: [{ name: 'main', image: 'nginx' }] },
          },
        },
      })
    const owners = async () =>
      (await plane.names(`${defaultNamespace}/pods`)).map((name) => name.split('-')[0])
    await plane.until(owners, ['replicaset'])
  })
})
