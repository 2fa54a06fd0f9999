import { PassThrough } from 'node:stream'
import { FakeClock } from '../../component-base/clock.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import type { CgroupRules } from '../cgroup-rules.ts'
import type { ContainerNetwork } from '../container-network.ts'
import { ContainersOfNode } from '../containers-of-node.ts'
import type { PodOnNode } from '../node-of-containers.ts'
import type { Container, Pod, PodContainer } from '../pod.ts'

/** The pod of a test, and its surroundings. */
export interface TestPod {
  containers: Container[]
  initContainers?: Container[]
  spec?: object
  metadata?: object
  /** Answers of the API server by path. */
  objects?: Record<string, unknown>
  network?: ContainerNetwork
  gates?: Record<string, boolean>
  cgroups?: CgroupRules
  /** The milliseconds for which the containers have run when the test begins. */
  ranMs?: number
}

const notFound = Object.assign(new Error('not found'), { code: 404 })

/** A pod whose containers run on a clock that the test moves. */
export function podAtWork({
  containers,
  initContainers = [],
  spec = {},
  metadata = {},
  objects = {},
  network,
  gates = {},
  cgroups = { quotaPeriod: 100_000, podLevel: false, memoryQoS: undefined },
  ranMs = 0,
}: TestPod) {
  const clock = new FakeClock('2026-01-01T00:00:00Z')
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-0', namespace: 'shop', uid: 'u1', ...metadata },
    spec: { containers, initContainers, ...spec },
    status: { podIP: '10.88.0.5', podIPs: [{ ip: '10.88.0.5' }], hostIP: '10.0.0.1' },
  } as Pod
  const states: PodContainer[] = [...initContainers, ...containers].map((one) => ({
    spec: one,
    kind: initContainers.includes(one) ? 'init' : 'main',
    restarts: 0,
    state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    lastState: {},
  }))
  const ends: { container: string; exitCode: number | undefined }[] = []
  const view: PodOnNode = { pod, containers: states, addresses: ['10.88.0.5'], connected: true }
  clock.advance(ranMs)
  const node = new ContainersOfNode(
    {
      clock,
      client: {
        get: async (path: string) => {
          if (!Object.hasOwn(objects, path)) throw notFound
          return objects[path]
        },
        create: async () => ({ status: { token: 'the-token' } }),
      } as never,
      gates: gatesOf('1.36', gates, 'kubelet'),
      nodeName: 'n1',
      envFiles: 'quoted',
      nodeIPs: ['10.0.0.1'],
      clusterDNS: ['10.96.0.10'],
      clusterDomain: 'cluster.local',
      capacity: { cpu: '2', memory: '8145276Ki' },
      cgroups,
      network,
    },
    (namespace, name) => (namespace === 'shop' && name === pod.metadata.name ? view : undefined),
    (_uid, container, _run, exitCode) => void ends.push({ container, exitCode }),
  )
  const name = pod.metadata.name!
  return {
    clock,
    node,
    pod,
    states,
    ends,
    /** Runs a program in a container, the first one if none is named. */
    async exec(
      command: string[],
      {
        input,
        container = containers[0]!.name,
        tty = false,
      }: { input?: string; container?: string; tty?: boolean } = {},
    ) {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()]
      const texts = { out: '', err: '' }
      stdout.on('data', (chunk) => (texts.out += chunk))
      stderr.on('data', (chunk) => (texts.err += chunk))
      const stdin = input === undefined ? undefined : new PassThrough().end(input)
      const exitCode = await node
        .container('shop', name, container)!
        .exec(command, { stdin, stdout, stderr, tty })
      await new Promise(setImmediate)
      return { exitCode, stdout: texts.out, stderr: texts.err }
    },
    /** The output of a container up to now. */
    async log(container = containers[0]!.name, previous = false): Promise<string> {
      const output = node.output('shop', name, container, previous)!
      await output.settled()
      return output.lines.map(({ text }) => text).join('')
    },
    /** Moves the clock, and lets everything happen that is due. */
    async pass(ms: number, step = 1000): Promise<void> {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(Math.min(step, left))
        await this.log()
      }
    },
    /** Sends a request to a port of the pod. */
    async get(
      port: number,
      path: string,
      {
        method = 'GET',
        headers = {},
        body,
      }: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) {
      const { overConnection } = await import('../programs/http.ts')
      const connection = await node.sandbox('shop', name)!.dial(port, { address: '10.88.0.9', port: 40_000 })
      const answer = await overConnection(
        connection,
        {
          url: `http://web${path}`,
          method,
          headers,
          body: body === undefined ? undefined : Buffer.from(body),
        },
        new URL(path, 'http://web'),
      )
      return { ...answer, body: answer.body.toString() }
    },
  }
}
