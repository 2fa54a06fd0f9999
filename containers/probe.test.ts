import { expect, it } from 'vitest'
import { podAtWork } from './testing/pod-at-work.ts'

const netexec = {
  name: 'a',
  image: 'agnhost',
  args: ['netexec'],
  ports: [{ name: 'http', containerPort: 8080 }],
}
const shell = { name: 'b', image: 'busybox', command: ['sleep', '1d'] }
const health = {
  name: 'c',
  image: 'agnhost',
  args: ['grpc-health-checking', '--http-port=9090', '--delay-unhealthy-sec=60'],
}
const pod = podAtWork({ containers: [netexec, shell, health] })
const probe = (container: string, handler: object) =>
  pod.node.probe('shop', 'web-0', container, handler, '1.36')

it.each<[string, object, string, string]>([
  ['a', { httpGet: { path: '/healthz', port: 'http' } }, 'success', ''],
  [
    'a',
    { httpGet: { path: '/echo?code=503', port: 8080 } },
    'failure',
    'HTTP probe failed with statuscode: 503',
  ],
  [
    'a',
    { httpGet: { path: '/x', port: 81 } },
    'failure',
    'Get "http://10.88.0.5:81/x": dial tcp 10.88.0.5:81: connect: connection refused',
  ],
  [
    'a',
    { httpGet: { path: '/x', port: 8080, scheme: 'HTTPS' } },
    'failure',
    'Get "https://10.88.0.5:8080/x": http: server gave HTTP response to HTTPS client',
  ],
  ['a', { httpGet: { port: 'none' } }, 'unknown', "couldn't find port: none"],
  ['a', { tcpSocket: { port: 8080 } }, 'success', ''],
  ['a', { tcpSocket: { port: 81 } }, 'failure', 'dial tcp 10.88.0.5:81: connect: connection refused'],
  [
    'b',
    { exec: { command: ['cat', '/tmp/healthy'] } },
    'failure',
    "cat: can't open '/tmp/healthy': No such file or directory\n",
  ],
  ['b', { exec: { command: ['test', '-d', '/tmp'] } }, 'success', ''],
  ['b', { exec: { command: ['vi'] } }, 'unknown', 'vi of the image busybox is not simulated'],
  ['c', { grpc: { port: 5000 } }, 'success', 'service healthy'],
])('%s: %j is a %s', async (container, handler, result, output) => {
  expect(await probe(container, handler)).toEqual({ result, output })
})

it('fails where the answer is late, by the clock of the kubelet', async () => {
  const asked = probe('b', { exec: { command: ['sleep', '10'] }, timeoutSeconds: 2 })
  await pod.log('b')
  pod.clock.advance(2000)
  expect(await asked).toEqual({
    result: 'failure',
    output: 'command timed out: "sleep 10" timed out after 2s',
  })
})

it('fails where a gRPC server says so', async () => {
  pod.clock.advance(60_000)
  expect(await probe('c', { grpc: { port: 5000 } })).toEqual({
    result: 'failure',
    output: 'service unhealthy (responded with "NOT_SERVING")',
  })
})

it('a hook that names https by mistake asks by http', async () => {
  const asked = { version: '1.36', signal: new AbortController().signal }
  const hook = (path: string, port: number): Promise<string | undefined> =>
    pod.node.hook(
      'shop',
      'web-0',
      'a',
      { httpGet: { path, port, scheme: 'HTTPS', host: '10.88.0.5' } },
      asked,
    )
  expect(await hook('/healthz', 8080)).toBeUndefined()
  expect(await hook('/x', 81)).toMatch(
    /error: Get "https:\/\/10\.88\.0\.5:81\/x": dial tcp .*: connect: connection refused$/,
  )
})
