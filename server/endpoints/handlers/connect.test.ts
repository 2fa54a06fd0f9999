import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'

const pods = '/api/v1/namespaces/default/pods'
let server: TestServer
let seen: KubeObject[] = []

beforeAll(async () => {
  const plugin = {
    name: 'Watching',
    handles: (operation: string) => operation === 'CONNECT',
    validate: ({ object }: { object: KubeObject | undefined }) => void seen.push(object!),
  }
  server = await startTestServerWith({ plugins: [plugin] }, '1.36')
})
afterAll(() => server.close())

/** What admission saw of the request, and the code of its answer. */
async function connect(method: string, path: string): Promise<[number, ...KubeObject[]]> {
  seen = []
  const { status } = await server.send(method, path)
  return [status, ...seen]
}

const options = (kind: string, more: object) => ({ apiVersion: 'v1', kind, metadata: {}, ...more })

it('shows the options of the query to admission, before the pod is looked for', async () => {
  expect(await connect('POST', `${pods}/p/exec?command=sh&command=-c&stdin=1&stderr=false`)).toEqual([
    404,
    options('PodExecOptions', { stdin: true, command: ['sh', '-c'] }),
  ])
  expect(await connect('GET', `${pods}/p/attach?container=c&tty=true`)).toEqual([
    404,
    options('PodAttachOptions', { tty: true, container: 'c' }),
  ])
  expect(await connect('GET', `${pods}/p/portforward?ports=80&ports=443`)).toEqual([
    404,
    options('PodPortForwardOptions', { ports: [80, 443] }),
  ])
  expect(await connect('DELETE', '/api/v1/nodes/n/proxy/a/b')).toEqual([
    404,
    options('NodeProxyOptions', { path: '/a/b' }),
  ])
})

it('refuses what no connection takes before admission', async () => {
  expect(await connect('GET', `${pods}/p/portforward?ports=http`)).toEqual([400])
  expect(await connect('GET', `${pods}/p/exec?command=ls&dryRun=All`)).toEqual([400])
  expect(await connect('PUT', `${pods}/p/exec?command=ls`)).toEqual([405])
})

it('asks nobody about a read', async () => {
  expect(await connect('GET', `${pods}/p/log`)).toEqual([404])
})
