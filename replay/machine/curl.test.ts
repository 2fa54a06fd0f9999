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
      response.statusCode = { '/none': 404, '/moved': 302 }[request.url!] ?? 200
      response.setHeader('Location', '/a')
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
    ["curl -so /dev/null -w '%{http_code}' URL/none", '404'],
    ['curl URL/a -so /dev/null', ''],
    ['curl -sXPOST URL/a', 'POST /a \n'],
    ['curl -sL URL/moved', 'GET /a \n'],
    ['curl -so x URL/a && cat x', 'GET /a \n'],
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

  it('refuses what it does not do, with a line', async () => {
    expect(await curl('curl --proxy http://127.0.0.1:1 URL/a')).toMatchObject({
      stdout: '',
      stderr: 'curl --proxy is not simulated\n',
      exitCode: 2,
      limits: ['not simulated'],
    })
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

  it('takes a forward for what it is, where it listens and where it has', async () => {
    const { machine } = fakeMachine({ url })
    await machine.run('kube-apiserver')
    const { forwards } = machine.kubectl
    const one = forwards.begin('workstation', 'kubectl port-forward', 1)
    for (const [address, port] of [
      ['0.0.0.0', 8080],
      ['127.0.0.1', 8443],
    ] as const)
      forwards.listen(
        one,
        address,
        port,
        (socket) =>
          socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nforwarded\n')),
        () => false,
      )
    const told = async (command: string): Promise<unknown> => {
      const { stdout, stderr, exitCode, limits = [] } = await machine.run(command)
      return [exitCode, stdout + stderr, ...limits]
    }
    const elsewhere = (place: string): unknown => [
      7,
      `curl: (7) Failed to connect to ${place}: this machine reaches its own cluster only\n`,
      'no packets',
    ]
    const refused = (port: number): unknown => [
      7,
      `curl: (7) Failed to connect to localhost port ${port} after 0 ms: Couldn't connect to server\n`,
    ]
    for (const own of ['localhost', '0.0.0.0', 'workstation'])
      expect(await told(`curl -s ${own}:8080`)).toEqual([0, 'forwarded\n'])
    for (const foreign of ['example.com:8080', '10.255.1.2:8080', 'no.such.host.invalid:8080'])
      expect(await told(`curl http://${foreign}`)).toEqual(elsewhere(foreign))
    expect(await told('curl -k https://localhost:8443/version')).toEqual([
      35,
      'curl: (35) TLS with what localhost:8443 is forwarded to is not simulated\n',
      'not simulated',
    ])
    expect(await told('kubectl proxy --port=8080')).toEqual([
      1,
      'error: listen tcp 127.0.0.1:8080: bind: address already in use\n',
    ])
    forwards.end(one)
    expect(await told('curl localhost:8080')).toEqual(refused(8080))
    expect(await told('curl -k https://localhost:8443/version')).toEqual(refused(8443))
    expect(await told('curl http://10.96.0.10:8080')).toEqual(elsewhere('10.96.0.10:8080'))
    await machine.run('kubectl proxy --port=8080 &')
    expect(await told('curl -s localhost:8080/api')).toEqual([0, 'GET /api \n'])
  })
})
