import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { oneByOne } from './pipelined-requests.ts'

const begun: string[] = []
let answers: ServerResponse[] = []
const server = createServer(
  oneByOne((request, response) => {
    begun.push(request.url ?? '')
    answers.push(response as ServerResponse)
  }),
)
afterEach(() => server.closeAllConnections())

async function client(): Promise<Socket> {
  if (!server.listening) await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
}
const asked = (count: number): string =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')

it('begins a request when the one before has its answer, and answers all in their order', async () => {
  const socket = await client()
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  socket.write(asked(5))
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => begun.length).toBe(i + 1)
    answers.at(-1)!.end(`answer ${i};`)
  }
  await expect.poll(() => received.match(/answer \d+;/g)).toEqual(begun.map((_, i) => `answer ${i};`))
  expect(begun).toEqual(Array.from({ length: 5 }, (_, i) => `/${i}`))
})

it('ends a connection on which too many wait, and forgets them', async () => {
  answers = []
  begun.length = 0
  const socket = await client()
  const closed = new Promise<void>((close) => socket.on('error', () => {}).once('close', () => close()))
  socket.write(asked(5000))
  await closed
  expect(begun).toEqual(['/0'])
})
