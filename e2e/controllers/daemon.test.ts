import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane, type TestControlPlane } from './control-plane.ts'

const apps = '/apis/apps/v1/namespaces/default'

const hashes = async ({ client }: TestControlPlane, path: string): Promise<(string | undefined)[]> => {
  const { items } = await client.get<{ items?: KubeObject[] }>(path)
  return (items ?? []).map(({ metadata }) => metadata.labels?.['controller-revision-hash'])
}

it('keeps a history of templates, and replaces a failed pod', async () => {
  const plane = await startControlPlane('1.36')
  const { client, until } = plane
  const pods = `${defaultNamespace}/pods`
  await client.create('/api/v1/nodes', { metadata: { name: 'n1' } })
  await client.create(`${apps}/daemonsets`, {
    metadata: { name: 'agent' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { tolerations: [{ operator: 'Exists' }], containers: [{ name: 'main', image: 'one' }] },
      },
    },
  })
  await until(async () => (await plane.names(pods)).length, 1)
  const [first] = await plane.names(pods)
  expect(await hashes(plane, pods)).toEqual(await hashes(plane, `${apps}/controllerrevisions`))
  await client.patch(`${pods}/${first}/status`, { status: { phase: 'Failed' } })
  await until(async () => (await plane.names(pods)).every((name) => name !== first), true)
  await until(async () => (await plane.names(pods)).length, 1)
  const [second] = await plane.names(pods)
  await reportPod(client, second!)
  await client.patch(`${apps}/daemonsets/agent`, {
    spec: { template: { spec: { containers: [{ name: 'main', image: 'two' }] } } },
  })
  await until(async () => (await plane.names(`${apps}/controllerrevisions`)).length, 2)
})
