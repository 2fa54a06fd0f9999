// usage: node main.mjs HELM      A chart's life: installed with its definition, upgraded, refused, rolled back, taken away.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'

const [helm] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'kepsim-helm-'))
const chart = join(home, 'chart')
const env = {
  ...process.env,
  HELM_CACHE_HOME: join(home, 'cache'),
  HELM_CONFIG_HOME: join(home, 'config'),
  HELM_DATA_HOME: join(home, 'data'),
}
const config = new KubeConfig()
config.loadFromDefault()
const objects = KubernetesObjectApi.makeApiClient(config)

const run = (...args) =>
  execFileSync(helm, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

async function check(what, holds) {
  if (!(await holds())) throw new Error(`${what}: no`)
  console.log(`ok: ${what}`)
}

function refused(pattern, ...args) {
  try {
    run(...args)
  } catch (error) {
    return pattern.test(String(error.stderr))
  }
  return false
}

const read = (apiVersion, kind, name) =>
  objects.read({ apiVersion, kind, metadata: { name, namespace: 'default' } })
const widget = () => read('clients.example.com/v1', 'Widget', 'web')
const ranAt = async (hook) => (await read('v1', 'ConfigMap', `web-${hook}`)).data.revision

try {
  cpSync(join(import.meta.dirname, 'chart'), chart, { recursive: true })
  cpSync(join(import.meta.dirname, '../widgets.yaml'), join(chart, 'crds/widgets.yaml'))
  const wait = ['--wait', '--timeout', '60s']
  await check('install', () => /STATUS: deployed/.test(run('install', 'web', chart, ...wait)))
  await check('the widget is there', async () => (await widget()).spec.size === 2)
  await check('the hook ran before', async () => (await ranAt('pre-install')) === '1')
  const upgrade = (...set) => ['upgrade', 'web', chart, ...wait, ...set.flatMap((one) => ['--set', one])]
  await check('upgrade', () => /STATUS: deployed/.test(run(...upgrade('size=4', 'replicas=2'))))
  await check('the widget follows', async () => (await widget()).spec.size === 4)
  await check('the Deployment follows', async () => {
    const { status } = await read('apps/v1', 'Deployment', 'web')
    return status.readyReplicas === 2
  })
  await check('the hook ran after', async () => (await ranAt('post-upgrade')) === '2')
  await check('a wrong value is refused', () =>
    refused(/should be greater than or equal to 1/, ...upgrade('size=0')),
  )
  await check('rollback', () => /Rollback was a success/.test(run('rollback', 'web', '1', ...wait)))
  await check('the widget is as it was', async () => (await widget()).spec.size === 2)
  await check('the history knows it', () => /Rollback to 1/.test(run('history', 'web')))
  await check('uninstall', () => /uninstalled/.test(run('uninstall', 'web', ...wait)))
  await check('the widget is gone', () =>
    widget().then(
      () => false,
      (error) => error.code === 404,
    ),
  )
} finally {
  rmSync(home, { recursive: true })
}
