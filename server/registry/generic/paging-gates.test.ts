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
