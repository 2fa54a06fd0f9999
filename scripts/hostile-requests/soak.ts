// Strong churn for a while: heartbeats of 1,000 nodes, and patches of one object of 950 kB. Memory is to end level.
import { Agent, request } from 'node:https'
import { range } from '../../e2e/hostile/requests/hostile-request.ts'
import type { MeasuredServer } from './measured-server.ts'

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 16 })
const nodeCount = 1000
const core = '/api/v1/nodes'
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const maps = '/api/v1/namespaces/default/configmaps'

type Send = (method: string, path: string, body: unknown, type?: string) => Promise<void>

const sender =
  ({ url, token }: { url: string; token: string }): Send =>
  (method, path, body, type = 'application/json') =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      const ask = request(`${url}${path}`, { method, agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', resolve).on('error', resolve)
      })
      ask.on('error', () => resolve())
      ask.end(JSON.stringify(body))
    })

const conditions = (time: string) =>
  ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type) => ({
    type,
    status: 'False',
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  }))

async function prepare(send: Send): Promise<void> {
  const images = range(5, (i) => ({ names: [`registry.k8s.io/image-${i}:v1.0.${i}`], sizeBytes: i * 1000 }))
  const namespace = { metadata: { name: 'kube-node-lease' } }
  await send('POST', '/api/v1/namespaces', namespace)
  await inParallel(
    range(nodeCount, (i) => i),
    async (i) => {
      await send('POST', core, {
        metadata: { name: `n${i}` },
        status: { images, conditions: conditions('2026-01-01T00:00:00Z') },
      })
      await send('POST', leases, {
        metadata: { name: `n${i}` },
        spec: { holderIdentity: `n${i}`, leaseDurationSeconds: 40 },
      })
    },
  )
  await send('POST', maps, { metadata: { name: 'large' }, data: { a: 'x'.repeat(950_000) } })
}

async function inParallel(items: readonly number[], work: (item: number) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const one = async (): Promise<void> => {
    for (const each of rest) await work(each)
  }
  await Promise.all(range(8, one))
}

const merge = 'application/merge-patch+json'

/** As fast as the server answers: eight at once, every hundredth is a patch of the large object. */
async function churn(send: Send, until: number): Promise<number> {
  let writes = 0
  await Promise.all(
    range(8, async () => {
      while (Date.now() < until) {
        const i = writes++
        const node = `n${i % nodeCount}`
        if (i % 100 === 0)
          await send('PATCH', `${maps}/large`, { metadata: { annotations: { i: `${i}` } } }, merge)
        else if (i % 10 === 0)
          await send(
            'PATCH',
            `${core}/${node}/status`,
            { status: { conditions: conditions(new Date(i * 1000).toISOString().replace(/\.\d+/, '')) } },
            'application/strategic-merge-patch+json',
          )
        else
          await send(
            'PATCH',
            `${leases}/${node}`,
            { spec: { renewTime: new Date(i).toISOString().replace('Z', '000Z') } },
            merge,
          )
      }
    }),
  )
  return writes
}

/** Prints megabytes as time goes on. Answers whether the last fifth of the time needs no more than the second. */
export async function soak(
  server: MeasuredServer,
  seconds: number,
  print: (text: string) => void,
): Promise<boolean> {
  const send = sender(server)
  await prepare(send)
  const atOnce = server.rss()
  await new Promise((resolve) => setTimeout(resolve, 5000))
  print(`${nodeCount} nodes: ${atOnce} MB, after a moment ${server.rss()} MB\n`)
  const start = Date.now()
  const samples: number[] = []
  const timer = setInterval(() => {
    samples.push(server.rss())
    if (samples.length % 20 === 0)
      print(`${Math.round((Date.now() - start) / 1000)} s: ${samples.at(-1)} MB\n`)
  }, 500)
  const writes = await churn(send, start + seconds * 1000)
  clearInterval(timer)
  const part = Math.floor(samples.length / 5)
  const [early, late] = [highest(samples.slice(part, 2 * part)), highest(samples.slice(-part))]
  print(`${writes} writes in ${seconds} s; highest in the second fifth ${early} MB, in the last ${late} MB\n`)
  agent.destroy()
  return server.alive() && late <= early * 1.2
}

const highest = (samples: readonly number[]): number => Math.max(0, ...samples)
