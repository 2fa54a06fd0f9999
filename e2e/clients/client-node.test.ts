// An informer of the official JavaScript client follows what is written.

import type { V1ConfigMap } from '@kubernetes/client-node'
import { CoreV1Api, KubeConfig, makeInformer, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patient } from '../../component-base/testing/patient.ts'
import { startTestServer, type TestServer, testToken } from '../../server/testing/test-server.ts'

let server: TestServer
const config = new KubeConfig()
beforeAll(async () => {
  server = await startTestServer('1.36')
  config.loadFromOptions({
    clusters: [{ name: 'c', server: server.url, skipTLSVerify: true }],
    users: [{ name: 'u', token: testToken }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  })
})
afterAll(() => server.close())

it('lists, watches and patches', async () => {
  const api = config.makeApiClient(CoreV1Api)
  const namespace = 'default'
  const make = (name: string) =>
    api.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { k: '1' } } })
  await make('before')
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const informer = makeInformer(config, path, () => api.listNamespacedConfigMap({ namespace }))
  const seen: string[] = []
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, (object: V1ConfigMap) =>
      seen.push(`${verb} ${object.metadata?.name} ${object.data?.['k']}`),
    )
  await informer.start()
  await make('after')
  await vi.waitFor(() => expect(seen).toContain('add after 1'), patient)
  await api.patchNamespacedConfigMap(
    { namespace, name: 'after', body: { data: { k: '2' } } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  )
  await vi.waitFor(() => expect(seen).toContain('update after 2'), patient)
  await api.deleteNamespacedConfigMap({ namespace, name: 'after' })
  await vi.waitFor(() => expect(seen).toContain('delete after 2'), patient)
  await informer.stop()
  expect(seen[0]).toBe('add before 1')
  expect(server.errors).toEqual([])
})
