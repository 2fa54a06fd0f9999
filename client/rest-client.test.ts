import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { RestClient } from './rest-client.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function listen(server: Server): Promise<string> {
  open.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

function clientOf(server: string, onWarning?: (text: string) => void): RestClient {
  const client = new RestClient({ server }, 'test', onWarning)
  open.push(client)
  return client
}

it('asks again where the server has ended the kept connection', async () => {
  let answered = 0
  const server = createServer((request, response) => {
    // The second request of a connection is not answered.
    if (request.socket.bytesWritten > 0) request.socket.destroy()
    else response.end(JSON.stringify({ answered: ++answered }))
  })
  const client = clientOf(await listen(server))
  expect(await client.get('/a')).toEqual({ answered: 1 })
  expect(await client.create('/b', { kind: 'B' })).toEqual({ answered: 2 })
})

it('does not ask again where there is no server', async () => {
  const server = createServer((request) => void request.socket.destroy())
  await expect(clientOf(await listen(server)).get('/')).rejects.toMatchObject({ code: 'ECONNRESET' })
})

it('passes warnings on, of errors too', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 422
    response.setHeader('warning', ['299 - "one \\"a\\""', '299 - "two"'])
    response.end(JSON.stringify({ kind: 'Status', message: 'no', code: 422 }))
  })
  const warnings: string[] = []
  const client = clientOf(await listen(server), (text) => warnings.push(text))
  await expect(client.update('/a', {})).rejects.toThrow('no')
  expect(warnings).toEqual(['one "a"', 'two'])
})
