// What takes the controllers and the kubelet: kubectl's own waiting is the only one.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../cluster/index.ts'
import { kubectlOf, type Result } from './kubectl-of.ts'

const dir = fileURLToPath(new URL('../golden/kubectl/files/', import.meta.url))
const files = Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(dir + name, 'utf8')]))

let cluster: Cluster
let run: (line: string) => Promise<Result>
beforeAll(async () => {
  cluster = await startCluster({ release: '1.36', nodes: 1, http: true })
  const kubectl = kubectlOf(cluster, {
    release: '1.36.3',
    files,
    editor: (text) => text.replace('image: nginx:1.25', 'image: nginx:1.27'),
  })
  run = (line) => kubectl(line.split(' '))
})
afterAll(() => cluster.stop())

const image = '-o jsonpath={.spec.template.spec.containers[0].image}'

it('rolls a deployment out, back, and out again', async () => {
  expect((await run('apply -f deploy.yaml')).stdout).toBe('deployment.apps/web created\n')
  expect((await run('rollout status deploy/web')).stdout).toContain(
    'deployment "web" successfully rolled out\n',
  )
  expect((await run('diff -f deploy2.yaml')).exitCode).toBe(1)
  expect((await run('apply -f deploy2.yaml')).stdout).toBe('deployment.apps/web configured\n')
  await run('rollout status deploy/web')
  expect((await run('rollout history deploy/web')).stdout).toBe(
    'deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n',
  )
  expect((await run('rollout undo deploy/web')).stdout).toBe('deployment.apps/web rolled back\n')
  await run('rollout status deploy/web')
  expect((await run(`get deploy web ${image}`)).stdout).toBe('nginx:1.25')
})

it('edits with the editor of the environment', async () => {
  expect((await run('edit deploy web')).stdout).toBe('deployment.apps/web edited\n')
  expect((await run(`get deploy web ${image}`)).stdout).toBe('nginx:1.27')
  expect((await run('edit deploy web')).stderr).toBe('Edit cancelled, no changes made.\n')
})

it('waits for conditions, fields and the end of objects', async () => {
  await run('rollout status deploy/web')
  expect((await run('wait --for=condition=Available deploy/web')).stdout).toBe(
    'deployment.apps/web condition met\n',
  )
  expect((await run('wait --for=jsonpath={.status.phase}=Running pods -l app=web')).exitCode).toBe(0)
  expect((await run('delete deploy web')).stdout).toBe(
    'deployment.apps "web" deleted from default namespace\n',
  )
  expect((await run('get deploy web')).stderr).toBe(
    'Error from server (NotFound): deployments.apps "web" not found\n',
  )
})

it('drains a node and takes it back', async () => {
  const { stdout } = await run('drain node-1 --ignore-daemonsets --force --delete-emptydir-data')
  expect(stdout.startsWith('node/node-1 cordoned\n')).toBe(true)
  expect(stdout.endsWith('node/node-1 drained\n')).toBe(true)
  expect((await run('uncordon node-1')).stdout).toBe('node/node-1 uncordoned\n')
})
