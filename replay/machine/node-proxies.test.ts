import { describe, expect, it, onTestFinished } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { RestClient } from '../../client/rest-client.ts'
import { NodeProxies } from './node-proxies.ts'
import { fakeMachine } from './testing/fake-machine.ts'

const pod = (name: string, node: string, tag = 'v1.33.1'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: name, resourceVersion: '1' },
  spec: {
    nodeName: node,
    containers: [
      {
        image: `registry.k8s.io/kube-proxy:${tag}`,
        command: ['/usr/local/bin/kube-proxy', '--config=/c/config.conf', '--hostname-override=$(NODE_NAME)'],
        volumeMounts: [{ name: 'v', mountPath: '/c' }],
      },
    ],
    volumes: [{ name: 'v', configMap: { name: 'kube-proxy' } }],
  },
})

type News = { type: 'ADDED' | 'DELETED'; object: KubeObject }

/** A server that lists these pods, and then tells this of them. */
function client(pods: KubeObject[], news: News[] = []): RestClient {
  const get = async (path: string) =>
    path.includes('/configmaps/')
      ? { data: { 'config.conf': 'kind: KubeProxyConfiguration\nfeatureGates:\n  A: true\n' } }
      : { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '1' }, items: pods }
  const follow = async (_path: string, signal: AbortSignal, tell: (line: News) => void): Promise<void> => {
    for (const line of news) tell(line)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
  return { get, follow } as unknown as RestClient
}

async function proxies(server: RestClient, refusal?: string) {
  const { machine, started } = fakeMachine(refusal === undefined ? {} : { refusal })
  if (refusal === undefined) await machine.run('kube-apiserver')
  else machine.cluster.adoptServer({ url: '', kubeconfig: () => '' } as never)
  started.splice(0)
  const running = new NodeProxies(machine, server)
  onTestFinished(() => running.stop())
  return { machine, started, running }
}

describe('the kube-proxies of nodes', () => {
  it('start with what their pods say and mount', async () => {
    const { machine, started, running } = await proxies(client([pod('a', 'n1'), pod('b', 'n2', 'v1.32.0')]))
    expect(await running.ready(['n1', 'n2'])).toBeUndefined()
    expect(started).toEqual([
      'kube-proxy 1.33.1 --config=/c/config.conf --hostname-override=n1',
      'kube-proxy 1.32.0 --config=/c/config.conf --hostname-override=n2',
    ])
    expect(machine.cluster.records.get('kube-proxy/n1')?.gates).toEqual({ A: true })
  })

  it('end with their pods', async () => {
    const a = pod('a', 'n1')
    const news: News[] = [
      { type: 'DELETED', object: a },
      { type: 'ADDED', object: pod('b', 'n2') },
    ]
    const { machine, running } = await proxies(client([a], news))
    await running.ready(['n2'])
    expect([...machine.cluster.running.keys()].filter((name) => name.startsWith('kube-proxy/'))).toEqual([
      'kube-proxy/n2',
    ])
  })

  it('tell once why one does not start', async () => {
    const { machine, running } = await proxies(client([pod('a', 'n1')]), 'unrecognized feature gate: A\n')
    expect(await running.ready(['n1'])).toMatchObject({
      exitCode: 1,
      stderr: 'unrecognized feature gate: A\n',
    })
    expect(await running.settled()).toBeUndefined()
    expect(machine.incidents.takeFailures()).toMatchObject([{ component: 'kube-proxy', release: '1.33.1' }])
  })
})
