// A kube-apiserver with the node n1 in zone z1, and kube-proxies on that node; all end with the test.
import { expect, onTestFinished } from 'vitest'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import { Components } from '../../cluster/components.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { KubeProxy } from '../../kube-proxy-sim/kube-proxy.ts'
import { startKubeProxy } from '../../kube-proxy-sim/start-kube-proxy.ts'

const noFiles = (path: string): Promise<string> => Promise.reject(new Error(`no file ${path}`))
const components = new Components()

/** A kube-apiserver with a client of its administrator. */
export type TestServer = RunningServer & { client: RestClient }

/** A kube-apiserver of a release with node n1 at 10.1.1.1. It ends with the test. */
export async function serverOf(release: string, ...args: string[]): Promise<TestServer> {
  const started = await components.startApiserver({
    release,
    args: ['--bind-address=127.0.0.1', '--disable-admission-plugins=ServiceAccount', ...args],
    readFile: noFiles,
  })
  if (!started.ok) throw new Error(started.stderr)
  const server = started.component
  const client = new RestClient(parseKubeconfig(server.kubeconfig('admin')), 'test')
  onTestFinished(async () => {
    client.close()
    await server.stop()
  })
  await createNode(client, 'n1', 'z1')
  const addresses = [{ type: 'InternalIP', address: '10.1.1.1' }]
  await client.patch('/api/v1/nodes/n1/status', { status: { addresses } }, 'application/merge-patch+json')
  return { ...server, client }
}

/** Creates a Node in a zone. */
export const createNode = (client: RestClient, name: string, zone: string) =>
  client.create('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
  })

/** Starts the controllers of a release for a server. They end with the test. */
export async function startControllers(apiserver: RunningServer, release: string): Promise<void> {
  const started = await components.startControllers({ apiserver, release })
  if (!started.ok) throw new Error(started.stderr)
  onTestFinished(() => started.component.stop())
}

/** Starts a kube-proxy on n1. It ends with the test; throws with its stderr where it does not start. */
export async function proxyOf(server: RunningServer, release: string, ...args: string[]): Promise<KubeProxy> {
  const started = await startKubeProxy({
    release: parseRelease(release),
    args: ['--hostname-override=n1', '--cluster-cidr=10.244.0.0/16', ...args],
    readFile: noFiles,
    fallback: parseKubeconfig(server.kubeconfig('admin')),
  })
  if (!started.ok) throw new Error(started.stderr)
  onTestFinished(() => started.component.stop())
  return started.component
}

/** The log of a kube-proxy with these arguments, which is ended when it has started. */
export async function proxyLogOf(server: RunningServer, release: string, ...args: string[]): Promise<string> {
  let text = ''
  const started = await startKubeProxy({
    release: parseRelease(release),
    args,
    readFile: noFiles,
    fallback: parseKubeconfig(server.kubeconfig('admin')),
    log: (line) => {
      text += line
    },
  })
  if (started.ok) await started.component.stop()
  return text
}

/** Starts a kube-proxy on n1 and waits for its first sync. */
export async function programmingProxyOf(...args: Parameters<typeof proxyOf>): Promise<KubeProxy> {
  const proxy = await proxyOf(...args)
  await expect.poll(() => proxy.rules(), { timeout: 60_000 }).toBeDefined()
  return proxy
}

/** The addresses of 10.244.0.0/16 that a kube-proxy's iptables rules send packets to. */
export const endpointsOf = (proxy: KubeProxy): string[] =>
  [...(proxy.rules()?.iptablesSave ?? '').matchAll(/--to-destination (10\.244\.\d\.1):8080/g)]
    .map(([, ip]) => ip!)
    .sort()
