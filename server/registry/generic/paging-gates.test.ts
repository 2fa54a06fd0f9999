// As a real server of 1.28.15 answered, with the gates and without them.
import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'

it.each([
  ['APIListChunking=true', [2, true, 3]],
  ['RemainingItemCount=false', [2, true, undefined]],
  ['APIListChunking=false', [5, false, undefined]],
])('answers a list of two of five with %s', async (gate, expected) => {
  const server = await startTestServer('1.28', `--feature-gates=${gate}`)
  const path = '/api/v1/namespaces/default/configmaps'
  for (let i = 0; i < 5; i++) await server.send('POST', path, { metadata: { name: `c${i}` } })
  const { body } = await server.send('GET', `${path}?limit=2`)
  await server.close()
  const { continue: next, remainingItemCount } = body.metadata
  expect([body.items.length, next !== undefined, remainingItemCount]).toEqual(expected)
})

it('says of 1.36 not when to come again, where etcd is asked for a revision to come', async () => {
  const server = await startTestServer('1.36', '--feature-gates=ListFromCacheSnapshot=false')
  const token = Buffer.from('{"v":"meta.k8s.io/v1","rv":999999999,"start":"a"}').toString('base64url')
  const { body } = await server.send('GET', `/api/v1/namespaces/default/configmaps?limit=2&continue=${token}`)
  await server.close()
  expect(body.details).toEqual({
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  })
})
