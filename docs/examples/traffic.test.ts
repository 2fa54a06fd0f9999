import { hasCondition } from 'kepsim'
import { clusterTest } from 'kepsim/vitest'
import { expect } from 'vitest'

const test = clusterTest({
  release: '1.36',
  nodes: [{ name: 'a' }, { name: 'b', kubeProxyFlags: ['--proxy-mode=nftables'] }],
})
const namespace = '/api/v1/namespaces/default'

test('a Service with internalTrafficPolicy Local is answered on the node of its pod only', async ({
  cluster,
}) => {
  const client = cluster.client()
  await client.create(`${namespace}/services`, {
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }], internalTrafficPolicy: 'Local' },
  })
  await client.create(`${namespace}/pods`, {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      nodeName: 'a',
      containers: [
        {
          name: 'web',
          image: 'registry.k8s.io/e2e-test-images/agnhost:2.53',
          args: ['netexec', '--http-port=80'],
        },
      ],
    },
  })
  await client.waitFor(`${namespace}/pods/web`, hasCondition('Ready'))
  const [record] = (await cluster.resolve('web', { from: { pod: 'default/web' } })).records
  const sent = (node: string) => cluster.send({ from: { node }, to: `${record?.data}:80/tcp` })

  await expect
    .poll(() => sent('a'), { timeout: 60_000 })
    .toMatchObject({ outcome: 'delivered', pod: 'default/web', node: 'a' })
  await expect.poll(() => sent('b'), { timeout: 60_000 }).toMatchObject({ outcome: 'dropped' })
  expect((await sent('b')).trace.at(-1)).toContain('@no-endpoint-services')
  const { answer } = await cluster.send({ from: { pod: 'default/web' }, to: 'http://web/hostname' })
  expect(answer).toMatchObject({ status: 200, body: 'web' })
})
