import { expect, it } from 'vitest'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'
import { SpdyConnection } from '../../component-base/spdy/connection.ts'
import type { Transport } from '../transport.ts'
import { forwardConnection, openForward } from './forward-connection.ts'

const answering = (upgrade: () => object): Transport => ({ upgrade: async () => upgrade() }) as never

it.each([
  [
    { text: '', status: new Error('pods "p" is forbidden') },
    'error upgrading connection: pods "p" is forbidden',
  ],
  [
    { text: 'pod does not exist\n', status: undefined },
    'error upgrading connection: unable to upgrade connection: pod does not exist',
  ],
])('says why it is refused', async (refusal, message) => {
  await expect(
    openForward(
      answering(() => ({ refusal })),
      '/p',
    ),
  ).rejects.toThrow(message)
})

it('takes all connections through one, each with its own answer', async () => {
  const [own, theirs] = inProcessConnection()
  const served = new SpdyConnection(theirs, Buffer.alloc(0), 'server')
  const errors = new Map<string, { end(text?: string): unknown }>()
  served.on('stream', (stream) => {
    const id = stream.headers.get('requestid')!
    stream.resume()
    if (stream.headers.get('streamtype') === 'error') errors.set(id, stream)
    else {
      errors.get(id)!.end(id === '1' ? 'refused' : '')
      stream.end()
    }
  })
  const connection = await openForward(
    answering(() => ({ headers: {}, socket: own, head: Buffer.alloc(0) })),
    '/p',
  )
  const ends = [0, 1].map(async (id) => {
    const [socket, client] = inProcessConnection()
    client.resume().end()
    return forwardConnection(connection, 80, socket, id)
  })
  expect(await Promise.all(ends)).toEqual(['', 'refused'])
  connection.end()
})
