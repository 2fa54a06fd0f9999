import { expect, it } from 'vitest'
import { connectionRefused } from '../component-base/in-process-connection.ts'
import { RestClient } from './rest-client.ts'

it('fails as a request over a socket does where nobody listens', async () => {
  const server = 'https://127.0.0.1:6443'
  const client = new RestClient({ server }, 'test', undefined, (url) => {
    throw connectionRefused(url)
  })
  const { signal } = new AbortController()
  await expect(client.get('/api', signal)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  client.close()
})
