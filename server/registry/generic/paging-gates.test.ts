// As a real server of 1.28.15 answered, with the gates and without them.
import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'

it.each([
  ['APIListChunking=true', [2, true, 3, 500]],
  ['RemainingItemCount=false', [2, true, undefined, 500]],
  // Without pages the watch cache is asked.
  ['APIListChunking=false', [5, false, undefined, 504]],
])('answers a list of two of five with %s', async (gate, expected) => {
  const server = await startTestServer('1.28', `--feature-gates=${gate}`)
  const path = '/api/v1/namespaces/default/configmaps'
  for (let i = 0; i < 5; i++) await server.send('POST', path, { metadata: { name: `c${i}` } })
  const { body } = await server.send('GET', `${path}?limit=2`)
  const future = await server.send('GET', `${path}?limit=2&resourceVersion=999999999`)
  await server.close()
  const { continue: next, remainingItemCount } = body.metadata
  expect([body.items.length, next !== undefined, remainingItemCount, future.body.code]).toEqual(expected)
})

it('asks etcd for revisions to come and for Events, as 1.36 without snapshots of its cache', async () => {
  const server = await startTestServer('1.36', '--feature-gates=ListFromCacheSnapshot=false')
  const token = Buffer.from('{"v":"meta.k8s.io/v1","rv":999999999,"start":"a"}').toString('base64url')
  const future = await server.send('GET', `/api/v1/namespaces/default/configmaps?limit=2&continue=${token}`)
  const events = '/api/v1/namespaces/default/events'
  for (const name of ['a', 'b', 'c'])
    await server.send('POST', events, { metadata: { name }, involvedObject: { namespace: 'default' } })
  const { body } = await server.send('GET', `${events}?limit=2&resourceVersion=0`)
  await server.close()
  // Without retryAfterSeconds.
  expect(future.body.details).toEqual({
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  })
  expect([body.items.length, body.metadata.remainingItemCount]).toEqual([2, 1])
})
