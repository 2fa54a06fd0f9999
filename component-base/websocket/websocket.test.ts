import { duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import { Channels, channelForm } from './channels.ts'
import { maskedFrame, opcodes, plainFrame } from './frames.ts'
import { MessageConnection } from './message-connection.ts'

const nothing = Buffer.alloc(0)
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A server, and the raw end of its client with what it has been sent. */
function served(head = nothing) {
  const [raw, socket] = duplexPair()
  const sent: Buffer[] = []
  raw.on('data', (chunk: Buffer) => sent.push(chunk))
  const messages: string[] = []
  const server = new MessageConnection(socket, head, 'server')
  server.on('message', (message) => messages.push(message.toString()))
  return { raw, server, messages, hex: () => Buffer.concat(sent).toString('hex') }
}

it('reads messages in pieces of any size, also those behind the handshake', async () => {
  const whole = Buffer.concat([
    maskedFrame(opcodes.binary, Buffer.from('one')),
    maskedFrame(opcodes.ping, Buffer.from('?')),
    maskedFrame(opcodes.binary, Buffer.alloc(70_000, 'x')),
  ])
  const { raw, messages, hex } = served(whole.subarray(0, 5))
  for (let at = 5; at < whole.length; at += 7000) raw.write(whole.subarray(at, at + 7000))
  await soon()
  await soon()
  expect([messages[0], messages[1]?.length, hex()]).toEqual(['one', 70_000, '8a013f'])
})

it.each([
  ['a frame without a mask', plainFrame(opcodes.binary, Buffer.from('x')), '880203ea'],
  ['a frame that is too long', Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 1, 2, 3, 4]), '880203f1'],
  ['a control frame that is too long', maskedFrame(opcodes.ping, Buffer.alloc(126)), '880203ea'],
  [
    'a message of very many pieces',
    Buffer.concat(Array.from({ length: 40_000 }, () => Buffer.from([0x02, 0x81, 1, 2, 3, 4, 5]))),
    '880203f1',
  ],
  ['endless empty pieces', Buffer.from([0x02, 0x80, 1, 2, 3, 4]), '880203ea'],
])('ends with %s', async (_name, bytes, answer) => {
  const { raw, messages, hex } = served()
  raw.write(bytes)
  await soon()
  await soon()
  expect([messages, hex()]).toEqual([[], answer])
})

it('carries channels, each to its end where the protocol tells it', async () => {
  const [one, other] = duplexPair()
  const form = channelForm('v5.channel.k8s.io')
  const client = new Channels(new MessageConnection(one, nothing, 'client'), form, 'client')
  const server = new Channels(new MessageConnection(other, nothing, 'server'), form, 'server')
  const stdin = server.reader(0)
  const stdout = client.reader(1)
  client.writer(0).end('typed')
  const read: string[] = []
  for await (const chunk of stdin) read.push(String(chunk))
  server.writer(1).write('printed')
  const [printed] = await new Promise<Buffer[]>((resolve) => stdout.once('data', (chunk) => resolve([chunk])))
  expect([read.join(''), String(printed)]).toEqual(['typed', 'printed'])
})

it('writes channels as base64 where the client asks for it', async () => {
  const { raw, server, hex } = served()
  const channels = new Channels(server, channelForm('v4.base64.channel.k8s.io'), 'server')
  const stdin = channels.reader(0)
  raw.write(maskedFrame(opcodes.text, Buffer.from(`0${Buffer.from('hi').toString('base64')}`)))
  const [typed] = await new Promise<Buffer[]>((resolve) => stdin.once('data', (chunk) => resolve([chunk])))
  channels.send(1, Buffer.from('ho'))
  await soon()
  expect([String(typed), Buffer.from(hex(), 'hex').subarray(2).toString()]).toEqual(['hi', '1aG8='])
})

it('stops reading where nobody takes what comes', async () => {
  const { raw, server } = served()
  new Channels(server, channelForm('v4.channel.k8s.io'), 'server').reader(0)
  let free = true
  for (let i = 0; i < 100 && free; i++) {
    free = raw.write(maskedFrame(opcodes.binary, Buffer.alloc(16 * 1024)))
    await soon()
  }
  expect(free).toBe(false)
})
