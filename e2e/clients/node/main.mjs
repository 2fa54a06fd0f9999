// usage: node main.mjs      The official JavaScript client: a defined kind, an informer, apply, scale, a drain, usage.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  loadYaml,
  Metrics,
  makeInformer,
  PatchStrategy,
  PolicyV1Api,
  setHeaderOptions,
  topNodes,
  topPods,
} from '@kubernetes/client-node'

const config = new KubeConfig()
config.loadFromDefault()
const objects = KubernetesObjectApi.makeApiClient(config)
const [core, apps, customs, policy] = [CoreV1Api, AppsV1Api, CustomObjectsApi, PolicyV1Api].map((api) =>
  config.makeApiClient(api),
)
const namespace = 'default'
const kind = { group: 'clients.example.com', version: 'v1', namespace, plural: 'widgets' }

async function check(what, holds) {
  let why
  for (let tries = 0; tries < 120; tries++) {
    try {
      if (await holds()) {
        console.log(`ok: ${what}`)
        return
      }
    } catch (error) {
      why = error
    }
    await sleep(500)
  }
  throw new Error(`${what}: not within a minute (${why})`)
}

async function refused(code, asked) {
  try {
    await asked
  } catch (error) {
    return error.code === code
  }
  return false
}

const definition = loadYaml(readFileSync('../widgets.yaml', 'utf8'))
await objects.create(definition)
const established = ({ status }) =>
  status?.conditions?.some((one) => one.type === 'Established' && one.status === 'True')
await check('the definition is established', async () => established(await objects.read(definition)))

const seen = []
const informer = makeInformer(
  config,
  `/apis/${kind.group}/${kind.version}/namespaces/${namespace}/${kind.plural}`,
  () => customs.listNamespacedCustomObject(kind),
)
for (const verb of ['add', 'update', 'delete'])
  informer.on(verb, ({ metadata, spec }) => seen.push(`${verb} ${metadata.name} ${spec.size}`))
await check('an informer starts', async () => {
  await informer.start()
  return true
})
const widget = (size) => ({
  apiVersion: `${kind.group}/${kind.version}`,
  kind: 'Widget',
  metadata: { name: 'one', namespace },
  spec: size === undefined ? {} : { size },
})
await customs.createNamespacedCustomObject({ ...kind, body: widget() })
await check('a default is set', () => seen.includes('add one 3'))
await customs.patchNamespacedCustomObject(
  { ...kind, name: 'one', body: widget(4), fieldManager: 'node', force: true },
  setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
)
await check('apply is seen', () => seen.includes('update one 4'))
await customs.patchNamespacedCustomObjectScale(
  { ...kind, name: 'one', body: { spec: { replicas: 5 } } },
  setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
)
await check('the scale is seen', () => seen.includes('update one 5'))
await check('a wrong value is refused', () =>
  refused(
    422,
    customs.createNamespacedCustomObject({ ...kind, body: { ...widget(0), metadata: { name: 'two' } } }),
  ),
)
await customs.deleteNamespacedCustomObject({ ...kind, name: 'one' })
await check('the end is seen', () => seen.some((one) => one.startsWith('delete one')))
await informer.stop()

const labels = { app: 'web' }
await apps.createNamespacedDeployment({
  namespace,
  body: {
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx' }] } },
    },
  },
})
const ready = async () =>
  (await apps.readNamespacedDeployment({ namespace, name: 'web' })).status?.readyReplicas
await check('a Deployment is ready', async () => (await ready()) === 2)
await policy.createNamespacedPodDisruptionBudget({
  namespace,
  body: { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: { matchLabels: labels } } },
})
const firstPod = async () => (await core.listNamespacedPod({ namespace, labelSelector: 'app=web' })).items[0]
await check('a budget holds an eviction back', async () => {
  const { metadata } = await firstPod()
  const body = { metadata: { name: metadata.name, namespace } }
  return refused(429, core.createNamespacedPodEviction({ name: metadata.name, namespace, body }))
})
const metrics = new Metrics(config)
await check('pods tell what they use', async () => {
  const pods = await topPods(core, metrics, namespace)
  return (
    pods.length === 2 &&
    pods.every(({ CPU, Memory }) => Number(CPU.CurrentUsage) === 0.005 && Memory.CurrentUsage === 16777216n)
  )
})
await check('nodes tell what their pods ask for', async () => (await topNodes(core)).length === 1)
await check('nodes tell what they use', async () => {
  const { items } = await metrics.getNodeMetrics()
  return items.length === 1 && items[0].usage.memory === '32Mi'
})
