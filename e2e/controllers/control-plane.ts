// A kube-apiserver in memory with the controllers, for tests that play the kubelet themselves.
import { expect, onTestFinished } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { Components } from '../../cluster/components.ts'
import type { Clock } from '../../component-base/clock.ts'
import { FakeClock } from '../../component-base/clock.ts'

/** A server and controllers on a clock that the test moves. */
export interface TestControlPlane {
  client: RestClient
  clock: FakeClock
  /** Names of a namespace's objects, as `pods`. */
  names(path: string): Promise<string[]>
  /** Looks until `probe` answers what is expected; time goes on a little between looks. */
  until<T>(probe: () => Promise<T> | T, expected: unknown): Promise<void>
  /** Starts the controllers anew, with other flags. */
  restartControllers(...args: string[]): Promise<void>
}

/** The path of namespace default in the API. */
export const defaultNamespace = '/api/v1/namespaces/default'

/**
 * Starts a server and the controllers of a release, which end with the test.
 * @param args of kube-controller-manager, and --runtime-config of the server
 */
export async function startControlPlane(release: string, ...args: string[]): Promise<TestControlPlane> {
  const clock = new FakeClock()
  const components = new Components({ clock: clock as Clock })
  const started = await components.startApiserver({
    release,
    args: ['--bind-address=127.0.0.1', '--disable-admission-plugins=ServiceAccount', ...serverArgs(args)],
    readFile: (path) => Promise.reject(new Error(`no file ${path}`)),
  })
  if (!started.ok) throw new Error(started.stderr)
  const apiserver = started.component
  const client = new RestClient(parseKubeconfig(apiserver.kubeconfig('admin')), 'test')
  let controllers: { stop(): Promise<void> } | undefined
  onTestFinished(async () => {
    await controllers?.stop()
    client.close()
    await apiserver.stop()
  })
  const plane: TestControlPlane = {
    client,
    clock,
    async names(path) {
      const { items } = await client.get<{ items?: KubeObject[] | null }>(path)
      return (items ?? []).map(({ metadata }) => metadata.name!)
    },
    async until(probe, expected) {
      const look = async () => {
        clock.advance(250)
        return probe()
      }
      await expect.poll(look, { timeout: 60_000, interval: 20 }).toEqual(expected)
    },
    async restartControllers(...flags) {
      await controllers?.stop()
      const next = await components.startControllers({ apiserver, release, args: flags })
      if (!next.ok) throw new Error(next.stderr)
      controllers = next.component
    },
  }
  await plane.restartControllers(...args.filter((arg) => !isOfServer(arg)))
  return plane
}

const isOfServer = (arg: string): boolean => arg.startsWith('--runtime-config=')

const serverArgs = (args: readonly string[]): string[] =>
  args.filter((arg) => arg.startsWith('--feature-gates=') || isOfServer(arg))

/** Reports a running, ready pod, as a kubelet does. @param status changes of that status */
export function reportPod(client: RestClient, name: string, status: object = {}): Promise<KubeObject> {
  return client.patch(`${defaultNamespace}/pods/${name}/status`, {
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      ...status,
    },
  })
}

/** Deletes a pod at once, as a kubelet does at its end. */
export const removePod = (client: RestClient, name: string): Promise<unknown> =>
  client.delete(`${defaultNamespace}/pods/${name}`, { gracePeriodSeconds: 0 })
