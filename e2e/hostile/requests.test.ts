// Requests that try to end a server, to keep it busy, or to fill its memory. How long exactly others wait depends on the machine:
// `npm run hostile-requests` measures it for all of them; here the limits are generous.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { bodyAttacks } from './requests/body-attacks.ts'
import { cborAttacks } from './requests/cbor-attacks.ts'
import type { Attack, HostileRequest } from './requests/hostile-request.ts'
import { metadataAttacks } from './requests/metadata-attacks.ts'
import { patchAttacks } from './requests/patch-attacks.ts'
import { podAttacks } from './requests/pod-attacks.ts'
import { specAttacks } from './requests/spec-attacks.ts'

/** What others may wait while a hostile request is answered, in milliseconds: many times what it takes on an idle machine. */
const longestWait = 8000
/** Megabytes that the server may have after all, and versions of large objects. */
const mostMemory = 700

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 8 })
let folder: ReturnType<typeof serverFolder>
let server: ServerProcess

beforeAll(async () => {
  folder = serverFolder()
  const flags = [
    '--disable-admission-plugins=ServiceAccount',
    '--watch-cache-mb=8',
    '--feature-gates=CBORServingAndStorage=true',
  ]
  server = await startServerProcess({ release: '1.36', dir: folder.dir, flags })
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await server.stop()
  folder.remove()
})

interface Answer {
  readonly status: number
  readonly text: string
}

/** Once more where the server closed a connection that was used before, as Go's client does. */
async function send(hostile: HostileRequest): Promise<Answer> {
  return sendOnce(hostile).catch((error: Error & { reused?: boolean }) => {
    if (error.reused === true) return sendOnce(hostile)
    throw error
  })
}

function sendOnce(hostile: HostileRequest): Promise<Answer> {
  const body = hostile.body?.()
  const headers = {
    authorization: `Bearer ${server.token}`,
    ...(hostile.type === undefined ? {} : { 'content-type': hostile.type }),
    ...hostile.headers,
  }
  return new Promise((resolve, reject) => {
    const ask = request(
      `${server.server}${hostile.path}`,
      { method: hostile.method, agent, headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
        answer.on('error', reject)
      },
    )
    ask.on('error', (error) => reject(Object.assign(error, { reused: ask.reusedSocket })))
    ask.end(body)
  })
}

/** The longest answer of /livez until the work has ended. */
async function longestWhile(work: Promise<unknown>): Promise<number> {
  let [running, longest] = [true, 0]
  const end = work.finally(() => {
    running = false
  })
  while (running) {
    const start = performance.now()
    expect(await send({ method: 'GET', path: '/livez' })).toEqual({ status: 200, text: 'ok' })
    longest = Math.max(longest, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await end
  return longest
}

/** All of one kind at once, each answered as a mistake or as a request like others; the server serves on meanwhile. */
async function survives(attacks: readonly Attack[]): Promise<void> {
  for (const attack of attacks) {
    for (const each of attack.prepare ?? []) await send(each)
    const answers = Promise.all(attack.requests.map(send))
    expect(await longestWhile(answers), attack.name).toBeLessThan(longestWait)
    for (const { status, text } of await answers)
      expect([200, 201, 400, 404, 409, 413, 422, 500], `${attack.name}: ${text.slice(0, 300)}`).toContain(
        status,
      )
  }
  expect(server.log()).not.toContain('Request failed')
}

/** What only takes time in the thread that reads YAML: `npm run hostile-requests` has them all. */
const slow =
  /commas|anchors|list of 500,000|long text|comments|empty lines|directives|map of 100,000|repeated keys 150|aliases 200|merge keys/
/** As those, in CBOR: more of what smaller bodies beside them have. */
const slowCbor = /1,000 times|equal keys|200,000 numbers|1,000,000 integers|3,000,000 numbers|500,000 times/

describe('a server survives', () => {
  it('bodies of any form', () => survives(bodyAttacks.filter((attack) => !slow.test(attack.name))), 300_000)
  it(
    'bodies of any form in CBOR',
    () => survives(cborAttacks.filter(({ name }) => !slowCbor.test(name))),
    300_000,
  )
  it('metadata without end', () => survives(metadataAttacks), 300_000)
  it('patches without end', () => survives(patchAttacks), 300_000)
  const everyThird = [...podAttacks, ...specAttacks].filter((_, i) => i % 3 === 0)
  it('lists without end in objects', () => survives(everyThird), 300_000)
})

it('answers what it read in a thread as what it read at once', async () => {
  const yaml = (name: string, keys: number): HostileRequest => ({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps?dryRun=All',
    type: 'application/yaml',
    body: () =>
      `metadata:\n  name: ${name}\ndata:\n${Array.from({ length: keys }, (_, i) => `  k${String(i).padStart(5, '0')}: 'v: ${i}'\n`).join('')}`,
  })
  const [short, long] = await Promise.all([send(yaml('a', 10)), send(yaml('b', 2000))])
  expect([short.status, long.status], short.text + long.text.slice(0, 300)).toEqual([201, 201])
  expect(JSON.parse(short.text).data).toMatchObject({ k00009: 'v: 9' })
  expect(Object.keys(JSON.parse(long.text).data)).toHaveLength(2000)
  const broken = { ...yaml('c', 2000), body: () => `a: 1\n${'b: [1, 2]\n'.repeat(3000)}c: "\n` }
  expect(JSON.parse((await send(broken)).text).message).toContain(
    'yaml: line 3003: found unexpected end of stream',
  )
}, 60_000)

it('keeps few versions of a large object, and tells watches that come too late', async () => {
  const path = '/api/v1/namespaces/default/configmaps'
  const data = { a: 'x'.repeat(900_000) }
  const made = await send({
    method: 'POST',
    path,
    type: 'application/json',
    body: () => JSON.stringify({ metadata: { name: 'large' }, data }),
  })
  const first = JSON.parse(made.text).metadata.resourceVersion as string
  for (let i = 0; i < 120; i++) {
    const body = JSON.stringify({ metadata: { annotations: { count: `${i}` } } })
    const patch = {
      method: 'PATCH',
      path: `${path}/large`,
      type: 'application/merge-patch+json',
      body: () => body,
    }
    expect((await send(patch)).status).toBe(200)
  }
  const watch = await send({
    method: 'GET',
    path: `${path}?watch=true&timeoutSeconds=1&resourceVersion=${first}`,
  })
  expect(JSON.parse(watch.text.split('\n')[0]!)).toMatchObject({
    type: 'ERROR',
    object: {
      kind: 'Status',
      code: 410,
      reason: 'Expired',
      message: expect.stringMatching(/^too old resource version: /),
    },
  })
  const list = await send({
    method: 'GET',
    path: `${path}?resourceVersion=${first}&resourceVersionMatch=Exact`,
  })
  expect(list.status).toBe(410)
  expect(memory()).toBeLessThan(mostMemory)
}, 120_000)

/** Megabytes of the server. */
function memory(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
