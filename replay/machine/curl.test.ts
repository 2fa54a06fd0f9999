import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.statusCode = request.url === '/none' ? 404 : 200
      response.end(`${request.method} ${request.url} ${request.headers['x-own'] ?? ''}${body}\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function curl(command: string) {
  const { machine } = fakeMachine({ url })
  await machine.run('kube-apiserver')
  return machine.run(command.replaceAll('URL', url))
}

describe('curl', () => {
  it.each([
    ['curl -sk URL/healthz', 'GET /healthz \n'],
    ['curl -k https://localhost:6443/healthz', 'GET /healthz \n'],
    ["curl -s -H 'X-Own: 1' -X DELETE URL/a", 'DELETE /a 1\n'],
    ['curl -s -d a=1 -d b=2 URL/a', 'POST /a a=1&b=2\n'],
    ['echo hi | curl -s --data-binary @- URL/a', 'POST /a hi\n\n'],
    ["curl -s -o /dev/null -w '%{http_code}' URL/none", '404'],
    [
      'kubectl proxy --port=9000 & curl -s http://127.0.0.1:9000/api',
      'Starting to serve on 127.0.0.1:9000\nGET /api \n',
    ],
  ])('%s', async (command, stdout) => {
    expect((await curl(command)).stdout).toBe(stdout)
  })

  it('fails where it is told to', async () => {
    expect(await curl('curl -f URL/none')).toMatchObject({ exitCode: 22 })
  })

  it.each(['https://example.com/x', 'http://10.96.0.10', 'file:///etc/passwd', 'http://127.0.0.1:22'])(
    'does not leave the machine: %s',
    async (address) => {
      expect(await curl(`curl -s ${address}`)).toMatchObject({
        exitCode: 7,
        stderr: expect.stringContaining('this machine reaches its own cluster only'),
      })
    },
  )
})
