// What a cluster's components say of themselves: logs, metrics and state files.

import { afterEach, expect, it } from 'vitest'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { Components } from '../cluster/components.ts'
import { metricNames } from '../component-base/metric-names.ts'
import { isCounted } from '../replay/run/uncounted-metric.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const noFiles = (path: string) => Promise.reject(new Error(`no file ${path}`))

async function start(release: string, gates = '') {
  const components = new Components()
  const flag = gates === '' ? [] : [`--feature-gates=${gates}`]
  const started = await components.startApiserver({
    release,
    args: ['--bind-address=127.0.0.1', '--disable-admission-plugins=ServiceAccount', ...flag],
    readFile: noFiles,
  })
  if (!started.ok) throw new Error(started.stderr)
  const apiserver = started.component
  const client = new RestClient(parseKubeconfig(apiserver.kubeconfig('admin')), 'test')
  closing.push(
    () => apiserver.stop(),
    () => client.close(),
  )
  return { components, apiserver, client }
}
type Cluster = Awaited<ReturnType<typeof start>>

async function startManager({ components, apiserver }: Cluster, release: string): Promise<void> {
  const manager = await components.startControllers({ apiserver, release })
  if (!manager.ok) throw new Error(manager.stderr)
  closing.push(() => manager.component.stop())
}

const watchLists = async ({ client }: Cluster): Promise<number> =>
  (await client.text('/metrics')).match(/^apiserver_watch_list_duration_seconds_count/gm)?.length ?? 0

it('shows logs of control plane pods, as much of them as is asked for', async () => {
  const cluster = await start('1.34')
  await startManager(cluster, '1.34')
  const { client } = cluster
  const pod = (component: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${component}-n1`, labels: { component } },
    spec: { nodeName: 'n1', containers: [{ name: component, image: component }] },
  })
  const pods = '/api/v1/namespaces/kube-system/pods'
  for (const name of ['kube-controller-manager', 'kube-scheduler']) await client.create(pods, pod(name))
  const log = `${pods}/kube-controller-manager-n1/log`
  const text = await client.text(log)
  expect(text).toMatch(/^I\d{4} [\d:.]+ +1 \S+\] "Starting" version="v1\.34\.\d+"\n/)
  expect(text).toContain('"Started controller" controller="job-controller"\n')
  expect(await client.text(`${log}?tailLines=2`)).toBe(`${text.trimEnd().split('\n').slice(-2).join('\n')}\n`)
  expect(await client.text(`${log}?timestamps=true&limitBytes=4`)).toMatch(/^20\d\d$/)
  await expect(client.text(`${log}?previous=true`)).rejects.toThrow(
    'previous terminated container "kube-controller-manager" in pod "kube-controller-manager-n1" not found',
  )
  await expect(client.text(`${log}?container=other`)).rejects.toThrow('container other is not valid for pod')
  // What is not simulated on its own has no log, rather than an empty one.
  await expect(client.text(`${pods}/kube-scheduler-n1/log`)).rejects.toThrow('no kubelet is reachable')
})

it.each([
  ['1.31', '', 0],
  ['1.33', 'WatchList=true', 0],
  ['1.34', '', 1],
  ['1.34', 'WatchList=false', 0],
  ['1.36', '', 1],
])('of %s %s takes collections by watches: %i', async (release, gates, expected) => {
  const cluster = await start(release, gates)
  await startManager(cluster, release)
  const { client } = cluster
  await client.create('/api/v1/namespaces', { metadata: { name: 'other' } })
  const account = '/api/v1/namespaces/other/serviceaccounts/default'
  await expect
    .poll(
      () =>
        client.get(account).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  expect(Math.min(1, await watchLists(cluster))).toBe(expected)
})

it('is known to count what it counts', async () => {
  const { client } = await start('1.36')
  await client.get('/api/v1/namespaces/default')
  const shown = (await client.text('/metrics'))
    .match(/^[a-z_]+/gm)!
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  const known = metricNames(36).filter((name) => shown.includes(name))
  expect(known).toContain('apiserver_request_total')
  expect(known.filter((name) => !isCounted(name))).toEqual([])
})

it('shows the metrics of kubelets through the server', async () => {
  const cluster = await start('1.36')
  const { components, apiserver, client } = cluster
  const files = new Map<string, string>()
  const kubelet = await components.startKubelet({
    release: '1.34',
    args: ['--hostname-override=n1', '--feature-gates=MemoryQoS=true'],
    apiserver,
    readFile: noFiles,
    writeFile: async (path, content) => void files.set(path, content),
  })
  if (!kubelet.ok) throw new Error(kubelet.stderr)
  const path = '/api/v1/nodes/n1/proxy/metrics'
  const text = await client.text(path)
  expect(text).toContain('kubernetes_feature_enabled{name="MemoryQoS",stage="ALPHA"} 1\n')
  expect(text).toContain('kubelet_node_name{node="n1"} 1\n')
  expect(text).toMatch(/^kubernetes_build_info\{.*git_version="v1\.34/m)
  expect(await client.text('/api/v1/nodes/n1/proxy/healthz')).toBe('ok')
  expect([...files.keys()].sort()).toEqual([
    '/var/lib/kubelet/cpu_manager_state',
    '/var/lib/kubelet/memory_manager_state',
  ])
  await kubelet.component.stop()
  await expect(client.text(path)).rejects.toThrow(/address not allowed|connection refused/)
})
