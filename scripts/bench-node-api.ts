// Measures the node-local API: a full state to a new client, and a change to a client that waits.
// usage: node scripts/build.mjs && node dist/bench-node-api.js [--services 1000] [--endpoints 10]     figures are medians of 21
import { parseArgs } from 'node:util'
import { RestClient } from '../client/rest-client.ts'
import { realClock } from '../component-base/clock.ts'
import { newComponentGates } from '../component-base/component-gates.ts'
import { realRandom } from '../component-base/random.ts'
import { loadRelease } from '../component-base/release.ts'
import { createServices, serviceName, setPods, startServiceWorld } from '../e2e/node-api/node-services.ts'
import { EndpointsClient } from '../kube-proxy-sim/node-api/client/endpoints-client.ts'
import { startNodeApi } from '../kube-proxy-sim/node-api/server.ts'

const { values } = parseArgs({
  options: { services: { type: 'string', default: '1000' }, endpoints: { type: 'string', default: '10' } },
})
const services = Number(values.services)
const endpoints = Number(values.endpoints)
const rounds = 21

const show = (name: string, times: number[], limit: number): void => {
  const sorted = [...times].sort((a, b) => a - b)
  const ms = (value: number): string => value.toFixed(1).padStart(8)
  console.log(
    `${name.padEnd(52)} ${ms(sorted[Math.floor(sorted.length / 2)]!)} ms  first ${ms(times[0]!)}  worst ${ms(sorted.at(-1)!)}  limit ${limit}`,
  )
}

const world = await startServiceWorld()
await createServices(world.client, services, endpoints)
const release = loadRelease('1.36')
const watcher = new RestClient(world.config, 'kube-proxy')
const start = performance.now()
const api = await startNodeApi({
  client: watcher,
  clock: realClock,
  random: realRandom,
  minor: release.minor,
  gates: newComponentGates(release, 'kube-proxy'),
  nodeName: 'n1',
  listen: 'tcp://127.0.0.1:0',
})
await api.synced
show(`${services} services x ${endpoints} endpoints, start to revision 1`, [performance.now() - start], 3000)

const full: number[] = []
for (let i = 0; i < rounds; i++) {
  const client = new EndpointsClient({ target: api.target })
  const began = performance.now()
  await client.next()
  full.push(performance.now() - began)
  client.cancel()
}
show('full state to a new client', full, 300)

// Two times: from the write's request (the kube-apiserver's work and its watch are in it), and from its answer.
const waiting = new EndpointsClient({ target: api.target })
await waiting.next()
const fromRequest: number[] = []
const fromAnswer: number[] = []
for (let i = 0; i < rounds; i++) {
  const began = performance.now()
  const seen = waiting.next().then((items) => ({ items, at: performance.now() }))
  await setPods(world.client, 3, 1 + (i % 2))
  const answered = performance.now()
  const { items, at } = await seen
  const found = items?.find(({ Name }) => Name === serviceName(3))
  if (found?.Endpoints.length !== 1 + (i % 2)) throw new Error('the state is stale')
  fromRequest.push(at - began)
  fromAnswer.push(at - answered)
}
show('a change, from the request to a waiting client', fromRequest, 50)
show('the same from the answer of the kube-apiserver', fromAnswer, 50)
waiting.cancel()
await api.close()
watcher.close()
await world.close()
