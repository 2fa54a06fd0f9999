// A kube-apiserver with a node whose containers a test gives it.
import type { KubeObject } from '../../apimachinery/json.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import {
  FakeContainer,
  FakeContainers,
  FakeOutput,
  fakeSandbox,
} from '../../containers/testing/fake-containers.ts'
import { text } from '../../kubelet-sim/http/http-answer.ts'
import { InnerKubeletServer, type KubeletAPI } from '../../kubelet-sim/http/kubelet-server.ts'
import type { Pod } from '../../kubelet-sim/pods/pod.ts'
import type { NodeBackend } from '../../server/endpoints/special/node-backend.ts'
import { startTestServerWith, type TestServer } from '../../server/testing/test-server.ts'

/** A server with a node `n1` that runs the pod `p`: a container `main` that does a little, and one that has ended before. */
export interface StreamingServer {
  readonly server: TestServer
  readonly containers: FakeContainers
  readonly main: FakeContainer
  readonly output: FakeOutput
  readonly api: KubeletAPI
  readonly inner: InnerKubeletServer
  close(): Promise<void>
}

const startedAt = '2024-01-01T00:00:00Z'
const terminated = {
  exitCode: 1,
  reason: 'Error',
  startedAt,
  finishedAt: startedAt,
  containerID: 'containerd://0',
}
const running = { startedAt }

/** The pods of the node, as its kubelet has them. */
const pods = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', uid: 'uid-p', labels: { app: 'p' } },
    spec: {
      nodeName: 'n1',
      containers: [
        { name: 'main', image: 'fake', ports: [{ containerPort: 80 }] },
        { name: 'waiting', image: 'none' },
      ],
    },
    status: {
      phase: 'Running',
      podIP: '10.88.0.9',
      podIPs: [{ ip: '10.88.0.9' }],
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [
        status('main', { running }, { terminated }),
        status('waiting', { waiting: { reason: 'ImagePullBackOff' } }, {}),
      ],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'unknown', namespace: 'default', uid: 'uid-u' },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'strange' }] },
    status: { phase: 'Running', containerStatuses: [status('main', { running }, {})] },
  },
] as unknown as Pod[]

function status(name: string, state: object, lastState: object): object {
  return { name, image: 'fake', imageID: 'fake', ready: true, restartCount: 0, state, lastState }
}

/** @param gates of the kubelet and the server */
export async function startStreamingServer(
  release: string,
  gates: Readonly<Record<string, boolean>> = {},
  ...flags: string[]
): Promise<StreamingServer> {
  const containers = new FakeContainers()
  const main = new FakeContainer()
  const output = new FakeOutput('one\n', 'two\n', 'three\n')
  containers.running.set('default/p/main', main)
  containers.outputs.set('default/p/main', output)
  const before = new FakeOutput('before\n')
  before.end()
  containers.outputs.set('default/p/main/previous', before)
  containers.sandboxes.set(
    'default/p',
    fakeSandbox((connection) => {
      connection.once('data', (request: Buffer) => {
        const [line] = request.toString().split('\r\n')
        const body = `you said: ${line}\n`
        connection.end(
          `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        )
      })
    }),
  )
  const api: KubeletAPI = {
    answer: (path) => (path === '/healthz' ? text('ok') : text('404 page not found\n', 404)),
    host: {
      pods: () => pods,
      containers: () => containers,
      gates: gatesOf(release, gates, 'kubelet'),
      now: () => Date.UTC(2024, 0, 1, 0, 0, 10),
      timeouts: { creation: 30_000, idle: 4 * 3600_000 },
    },
  }
  const inner = new InnerKubeletServer(api)
  const nodes: NodeBackend = {
    podLog: () => undefined,
    connect: (node, translates) => (node === 'n1' ? inner.connect(translates) : undefined),
    dial: (_node, namespace, pod, port) => containers.sandbox(namespace, pod)?.dial(port),
  }
  const gateFlags = Object.entries(gates).map(([name, on]) => `--feature-gates=${name}=${on}`)
  const server = await startTestServerWith({ nodes }, release, ...gateFlags, ...flags)
  await seed(server)
  return {
    server,
    containers,
    main,
    output,
    api,
    inner,
    async close() {
      inner.close()
      await server.close()
    },
  }
}

async function seed(server: TestServer): Promise<void> {
  const create = async (path: string, object: object): Promise<void> => {
    const { status: code, text: answer } = await server.send('POST', path, object)
    if (code >= 300 && code !== 409) throw new Error(answer)
  }
  await create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
  await create('/api/v1/namespaces/default/serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
  })
  const nowhere = { ...pods[1]!, metadata: { name: 'nowhere' }, spec: withoutNode(pods[1]!) }
  for (const { status: told, metadata, ...pod } of [...pods, nowhere] as KubeObject[]) {
    const { name, labels } = metadata
    await create('/api/v1/namespaces/default/pods', { ...pod, metadata: { name, labels } })
    if (name === 'nowhere') continue
    const type = { 'content-type': 'application/merge-patch+json' }
    const path = `/api/v1/namespaces/default/pods/${name}/status`
    const { status: code, text: answer } = await server.send('PATCH', path, { status: told }, type)
    if (code !== 200) throw new Error(answer)
  }
}

const withoutNode = ({ spec }: Pod): object => ({ ...spec, nodeName: undefined })
