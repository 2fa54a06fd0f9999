// What the kubelet of a run writes into its Node.

import type { KubeObject } from '../../apimachinery/json.ts'
import type { RestClient } from '../../client/rest-client.ts'
import type { RunningKubelet, RunningServer } from '../../cluster/component-start.ts'
import type { Components } from '../../cluster/components.ts'
import { clusterDialect } from '../../cluster/dialect.ts'
import { minorOf } from '../../component-base/minor.ts'
import { failureText } from './failure-text.ts'
import type { Run } from './runs.ts'

const nodeName = 'node-1'

/** Starts the kubelet of a run, waits for its report, and ends it after `ask`; or says why it does not start. */
export async function withKubelet<T>(
  components: Components,
  run: Run,
  server: RunningServer,
  ask: (kubelet: RunningKubelet) => Promise<T>,
): Promise<T | { refused: string }> {
  const kubelet = await components.startKubelet({
    release: run.release,
    args: [
      `--hostname-override=${nodeName}`,
      ...clusterDialect(minorOf(run.release)).runtimeFlags,
      ...run.node,
    ],
    readFile: (path) => Promise.reject(new Error(`no file ${path}`)),
    apiserver: server,
  })
  if (!kubelet.ok) return { refused: failureText(kubelet.stderr) }
  try {
    return await ask(kubelet.component)
  } finally {
    await kubelet.component.stop()
  }
}

/** The kubeProxyVersion that the kubelet of a run writes into its Node. */
export const probeNode = (
  components: Components,
  run: Run,
  server: RunningServer,
  client: RestClient,
): Promise<{ value: string } | { refused: string }> =>
  withKubelet(components, run, server, async () => {
    const node = await client.get<KubeObject>(`/api/v1/nodes/${nodeName}`)
    const status = node['status'] as { nodeInfo?: { kubeProxyVersion?: string } } | undefined
    return { value: status?.nodeInfo?.kubeProxyVersion ?? '' }
  })
