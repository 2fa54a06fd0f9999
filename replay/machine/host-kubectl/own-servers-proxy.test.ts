import { connect as connectTo } from 'node:net'
import { duplexPair } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { connectionRefused } from '../../../component-base/in-process-connection.ts'
import { OwnServersProxy } from './own-servers-proxy.ts'

const own = 'https://127.0.0.1:6443'
const proxy = new OwnServersProxy((url) => {
  if (url !== own) throw connectionRefused(url)
  const [near, far] = duplexPair()
  far.pipe(far)
  return near
})
const port = await proxy.listen()
afterEach(() => void proxy.takeRefused())

/** What it answers to the lines, until `end` is in it or it closes. */
function answer(lines: string, end: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(port, '127.0.0.1', () => socket.write(lines))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes(end)) socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

it('leads to own servers', async () => {
  expect(await answer('CONNECT 127.0.0.1:6443 HTTP/1.1\r\nHost: a\r\n\r\necho', 'echo')).toContain('200 OK')
})

it.each([
  '127.0.0.1:22',
  'localhost:80',
  '[::1]:6443x',
  'example.com:443',
  '',
  '@:',
  '127.0.0.1:6443@127.0.0.1:22',
])('leads to nothing else: %j', async (host) => {
  expect(await answer(`CONNECT ${host} HTTP/1.1\r\nHost: a\r\n\r\n`, '\r\n\r\n')).not.toContain('200')
})

it('remembers where it did not lead', async () => {
  await answer('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n\r\n')
  await answer('GET http://127.0.0.1:80/a HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n\r\n')
  expect(proxy.takeRefused()).toEqual(['127.0.0.1:22', '127.0.0.1:80'])
})

it('answers for own servers what they answer without TLS', async () => {
  const text = await answer('GET http://127.0.0.1:6443/ HTTP/1.1\r\nHost: a\r\n\r\n', 'server.\n')
  expect(text).toContain('400 Bad Request')
  expect(text).toContain('Client sent an HTTP request to an HTTPS server.')
})
