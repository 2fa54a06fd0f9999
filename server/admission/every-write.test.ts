// What kube-apiserver 1.36.3 answered to writes of every kind: with a ValidatingAdmissionPolicy that refuses all and tells what it is
// asked about (`told`), and with AlwaysDeny, which refuses before it (`denied`).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StatusError } from '../../apimachinery/status-error.ts'
import { deepFreeze } from '../../component-base/testing/deep-freeze.ts'
import { type Answer, startTestServer, startTestServerWith, type TestServer } from '../testing/test-server.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'

interface Told {
  readonly code: number
  readonly message?: string
}
interface Ask {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: object
  /** Reviews are never shown to policies. */
  readonly told?: Told
  readonly denied: Told
}
const asks: readonly Ask[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'writes-recorded.json'), 'utf8'),
)

const template = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
}
const spec = { selector: { matchLabels: { a: 'b' } }, template, replicas: 1 }
const inNamespace = '/api/v1/namespaces/w'
const apps = '/apis/apps/v1/namespaces/w'
const there: readonly [string, object][] = [
  ['/api/v1/namespaces', { metadata: { name: 'w' } }],
  [`${inNamespace}/serviceaccounts`, { metadata: { name: 'default' } }],
  ['/api/v1/nodes', { metadata: { name: 'n' } }],
  [`${apps}/deployments`, { metadata: { name: 'd' }, spec }],
  [`${apps}/replicasets`, { metadata: { name: 'd' }, spec }],
  [`${apps}/statefulsets`, { metadata: { name: 'd' }, spec: { ...spec, serviceName: 's' } }],
  [
    `${inNamespace}/replicationcontrollers`,
    { metadata: { name: 'd' }, spec: { ...spec, selector: { a: 'b' } } },
  ],
  [
    `${inNamespace}/pods`,
    { metadata: { name: 'p' }, spec: { ...template.spec, automountServiceAccountToken: false } },
  ],
  [`${inNamespace}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }],
  [`${inNamespace}/configmaps`, { metadata: { name: 'c' } }],
]

const seen = ({ request, kind, operation, object, oldObject, options }: AdmissionAttributes): string => {
  const { group, version, resource, subresource, namespace, name, dryRun } = request
  const named = name || object?.metadata.name || ''
  return [
    `${operation} ${kind.group}/${kind.version} ${kind.kind} at ${group}/${version} ${resource}/${subresource}`,
    `${namespace}/${named}${dryRun ? ' dry' : ''}`,
    `object ${object?.kind ?? '-'} old ${oldObject?.kind ?? '-'} options ${options['kind'] ?? '-'}`,
  ].join(' ')
}

/** Tells what it is asked about in the words of the policy that was recorded. */
const telling = (on: () => boolean): AdmissionPlugin => ({
  name: 'Telling',
  handles: on,
  validate(attributes) {
    throw new StatusError(422, 'Invalid', forbid(attributes, seen(attributes)).message)
  },
})

/** What is validated is what is stored, no copy: who changes it from then on fails. */
const freezing: AdmissionPlugin = {
  name: 'Freezing',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  validate({ object, oldObject }) {
    deepFreeze(object)
    deepFreeze(oldObject)
  },
}

let asking = false
let telltale: TestServer
let denying: TestServer
let freezer: TestServer

beforeAll(async () => {
  telltale = await startTestServerWith({ plugins: [telling(() => asking)] }, '1.36', '--allow-privileged')
  for (const [path, body] of there) expect((await telltale.send('POST', path, body)).status, path).toBe(201)
  asking = true
  const { storage } = telltale.running
  denying = await startTestServerWith({ storage }, '1.36', '--enable-admission-plugins=AlwaysDeny')
  freezer = await startTestServerWith({ plugins: [freezing] }, '1.36', '--allow-privileged')
  for (const [path, body] of there) expect((await freezer.send('POST', path, body)).status, path).toBe(201)
})
afterAll(async () => {
  await freezer.close()
  await denying.close()
  await telltale.close()
})

const toldOf = ({ status, body }: Answer): Told => ({
  code: status,
  ...(body?.kind === 'Status' && body.message !== undefined
    ? { message: body.message.replace(/x-[a-z0-9]{5}\b/g, 'x-<name>') }
    : {}),
})

async function answerOf(server: TestServer, { method, path, type, body }: Ask): Promise<Told> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  return toldOf(await server.send(method, path, body, headers))
}

it.each(asks.filter(({ told }) => told !== undefined))(
  'is shown to validating plugins as upstream shows it: $method $path $body',
  async (ask) => {
    expect(await answerOf(telltale, ask)).toEqual(ask.told)
  },
)

it.each(asks)('is refused by AlwaysDeny where upstream refuses it: $method $path $body', async (ask) => {
  expect(await answerOf(denying, ask)).toEqual(ask.denied)
})

it.each(asks)('is not changed once it is validated: $method $path $body', async (ask) => {
  const { message = '' } = await answerOf(freezer, ask)
  expect(message).not.toMatch(/Cannot (?:assign to read only|add|delete|define) property/)
})

it('is in the way of no read', async () => {
  expect((await denying.send('GET', `${inNamespace}/pods/p`)).status).toBe(200)
  const plain = await startTestServer('1.36')
  expect((await plain.send('GET', '/api/v1/namespaces/default/pods')).status).toBe(200)
  await plain.close()
})
