import { ask } from '../api-request.ts'
import { FaultCluster } from './fault-cluster.ts'
import type { FaultsReport } from './run-faults.ts'
import { objectsPath } from './writers.ts'

/** A request and its answer of a server whose etcd stands still, as upstream's. Seconds; 0: at once. */
interface Expected {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly after: number
  readonly status: number
  readonly message?: string
}

const read = {
  after: 60,
  status: 504,
  message: 'Timeout: request did not complete within the allotted timeout',
}
const write = {
  after: 34,
  status: 504,
  message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
}
const newObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } }
const object = `${objectsPath}/one`
const expected: readonly Expected[] = [
  { what: 'GET', method: 'GET', path: object, ...read },
  { what: 'LIST', method: 'GET', path: objectsPath, ...read },
  { what: 'POST', method: 'POST', path: objectsPath, body: newObject, ...write },
  { what: 'PATCH', method: 'PATCH', path: object, body: { data: { a: 'b' } }, ...write },
  { what: 'DELETE', method: 'DELETE', path: object, ...write },
  {
    what: 'GET, resourceVersion=0',
    method: 'GET',
    path: `${object}?resourceVersion=0`,
    after: 0,
    status: 200,
  },
  {
    what: 'LIST, resourceVersion=0',
    method: 'GET',
    path: `${objectsPath}?resourceVersion=0`,
    after: 0,
    status: 200,
  },
]
/** By how much an answer may be late, in seconds. */
const slack = 5

/** What requests are told while etcd is stopped for longer than they may take, and that the server serves when it goes on. */
export async function runTimeouts(release: string): Promise<FaultsReport> {
  const cluster = await FaultCluster.start(release, 1)
  const report: FaultsReport = { lines: [], bad: [] }
  try {
    const url = cluster.url(0)!
    const body = { ...newObject, metadata: { name: 'one' } }
    await ask(url + objectsPath, { method: 'POST', body, timeout: 10_000, agent: false })
    process.kill(cluster.etcd.pid, 'SIGSTOP')
    try {
      await Promise.all(expected.map((one) => judge(url, one, report)))
    } finally {
      process.kill(cluster.etcd.pid, 'SIGCONT')
    }
    const { status } = await ask(url + object, { method: 'GET', timeout: 15_000, agent: false })
    if (![200, 404].includes(status)) report.bad.push(`GET after etcd went on: status ${status}`)
    return report
  } finally {
    await cluster.stop()
  }
}

async function judge(url: string, one: Expected, { lines, bad }: FaultsReport): Promise<void> {
  const start = performance.now()
  const { method, path, body } = one
  const { status, text } = await ask(url + path, { method, body, timeout: 90_000, agent: false })
  const after = (performance.now() - start) / 1000
  const { message } = JSON.parse(text) as { message?: string }
  const line = `etcd stopped: ${one.what} ${status} after ${after.toFixed(1)} s`
  lines.push(line)
  const late = after < one.after - 1 || after > one.after + slack
  if (status !== one.status || message !== one.message || late)
    bad.push(`${line} ${message ?? ''}; expected ${one.status} after ${one.after} s ${one.message ?? ''}`)
}
