// Measures the node-local API: a full state to a new client, and a change to a client that waits, with the client in
// this process (beside the kube-apiserver and the API's server) and in one of its own.
// usage: node scripts/build.mjs && node dist/bench-node-api.js [--services 1000] [--endpoints 10]     figures are medians of 21
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { RestClient } from '../client/rest-client.ts'
import { realClock } from '../component-base/clock.ts'
import { newComponentGates } from '../component-base/component-gates.ts'
import { realRandom } from '../component-base/random.ts'
import { loadRelease } from '../component-base/release.ts'
import {
  createServices,
  type ServiceWorld,
  serviceName,
  setPods,
  startServiceWorld,
} from '../e2e/node-api/node-services.ts'
import { EndpointsClient } from '../kube-proxy-sim/node-api/client/endpoints-client.ts'
import { type RunningNodeApi, startNodeApi } from '../kube-proxy-sim/node-api/server.ts'
import { commandLine } from './command-line.mjs'

const rounds = 21
/** The service whose endpoints change. */
const changed = 3

/** Milliseconds on a clock that all processes of the machine share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6

/** Milliseconds of processor time that this process took so far: they hold on a busy machine too. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What the client of a process saw: when the whole state was there, and how many endpoints the changed service had in it. */
interface Seen {
  at: number
  /** Processor time of the client's process until then. */
  cpu: number
  services: number
  endpoints: number
}

/** Where the client runs. */
interface Side {
  name: string
  /** A new client's first state; milliseconds and what it saw. */
  fresh(): Promise<{ took: number; seen: Seen }>
  /** The next state of the client that waits. */
  next(): Promise<Seen>
  close(): void
}

async function look(client: EndpointsClient): Promise<Seen> {
  const items = (await client.next()) ?? []
  const at = now()
  const found = items.find(({ Name }) => Name === serviceName(changed))
  return { at, cpu: cpu(), services: items.length, endpoints: found?.Endpoints.length ?? 0 }
}

function clientsHere(target: string): Side {
  const waiting = new EndpointsClient({ target })
  return {
    name: 'the same process',
    async fresh() {
      const began = now()
      const client = new EndpointsClient({ target })
      const seen = await look(client)
      client.cancel()
      return { took: seen.at - began, seen }
    },
    next: () => look(waiting),
    close: () => waiting.cancel(),
  }
}

function clientsThere(target: string): Side {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['--client-of', target])
  const ask = async (what: string): Promise<unknown> => {
    child.send(what)
    return (await once(child, 'message'))[0]
  }
  return {
    name: 'its own process',
    fresh: () => ask('fresh') as ReturnType<Side['fresh']>,
    next: () => ask('next') as ReturnType<Side['next']>,
    close: () => child.disconnect(),
  }
}

/** The other process: does what it is asked until the first one disconnects. */
function answerAsClient(target: string): void {
  const side = clientsHere(target)
  process.on('message', (what: 'fresh' | 'next') => {
    side[what]().then((answer) => process.send!(answer))
  })
  process.on('disconnect', () => side.close())
}

function show(name: string, times: number[], limit?: number): void {
  const sorted = [...times].sort((a, b) => a - b)
  const ms = (value: number): string => value.toFixed(1).padStart(8)
  console.log(
    `${name.padEnd(60)} ${ms(sorted[Math.floor(sorted.length / 2)]!)} ms  first ${ms(times[0]!)}  worst ${ms(sorted.at(-1)!)}${limit === undefined ? '' : `  limit ${limit}`}`,
  )
}

async function measure(side: Side, world: ServiceWorld, services: number): Promise<void> {
  const full: number[] = []
  for (let i = 0; i < rounds; i++) {
    const { took, seen } = await side.fresh()
    if (seen.services !== services + 1) throw new Error('the state is not whole')
    full.push(took)
  }
  show(`full state to a new client in ${side.name}`, full, 300)

  // Two times: from the write's request (the kube-apiserver's work and its watch are in it), and from its answer.
  let clientCPU = (await side.next()).cpu
  const fromRequest: number[] = []
  const fromAnswer: number[] = []
  const ofClient: number[] = []
  const ofServers: number[] = []
  for (let i = 1; i <= rounds; i++) {
    const seen = side.next()
    const began = now()
    const serversCPU = cpu()
    await setPods(world.client, changed, i)
    const answered = now()
    const found = await seen
    if (found.endpoints !== i) throw new Error('the state is stale')
    ofServers.push(cpu() - serversCPU)
    ofClient.push(found.cpu - clientCPU)
    clientCPU = found.cpu
    fromRequest.push(found.at - began)
    fromAnswer.push(found.at - answered)
  }
  show(`a change, from its request to a client in ${side.name}`, fromRequest, 50)
  show('the same from the answer of the kube-apiserver', fromAnswer, 50)
  show("  its processor time, of the servers' process", ofServers)
  show("  its processor time, of the client's process", ofClient)
}

async function bench(services: number, endpoints: number): Promise<void> {
  const world = await startServiceWorld()
  await createServices(world.client, services, endpoints)
  const release = loadRelease('1.36')
  const watcher = new RestClient(world.config, 'kube-proxy')
  const start = now()
  const api: RunningNodeApi = await startNodeApi({
    client: watcher,
    clock: realClock,
    random: realRandom,
    minor: release.minor,
    gates: newComponentGates(release, 'kube-proxy'),
    nodeName: 'n1',
    listen: 'tcp://127.0.0.1:0',
  })
  await api.synced
  show(`${services} services x ${endpoints} endpoints, start to revision 1`, [now() - start], 3000)
  for (const side of [clientsThere(api.target), clientsHere(api.target)]) {
    await measure(side, world, services)
    side.close()
  }
  await api.close()
  watcher.close()
  await world.close()
}

const { values } = commandLine('node dist/bench-node-api.js [--services 1000] [--endpoints 10]', {
  options: {
    services: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '10' },
    'client-of': { type: 'string' },
  },
})
if (values['client-of'] === undefined) await bench(Number(values.services), Number(values.endpoints))
else answerAsClient(values['client-of'])
