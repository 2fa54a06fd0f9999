// Real kubectls, the one on PATH and others beside it (kubectl.1.27 …), against a simulated cluster.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { realKubectls } from './kubectls.mjs'

const kubectls = realKubectls()
if (kubectls.length === 0) {
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}
const work = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
const kubeconfig = join(work, 'kubeconfig')
const manifest = join(work, 'service.yaml')
const changed = join(work, 'changed.yaml')
const service = (port) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector:\n    app: web\n  ports:\n  - port: ${port}\n`
writeFileSync(manifest, service(80))
writeFileSync(changed, service(81))

/** Arguments, exit code, a pattern that stdout and stderr together must show. */
const commands = [
  [['get', 'nodes', '-o', 'wide'], 0, /node-1\s+Ready\s+<none>\s+\S+\s+v1\./],
  [['describe', 'node', 'node-1'], 0, /Kubelet Version:\s+v1\./],
  [['apply', '-f', manifest], 0, /service\/web created/],
  [['apply', '-f', manifest], 0, /service\/web unchanged/],
  [['diff', '-f', changed], 1, /-\s+- port: 80|port: 80/],
  [['apply', '-f', changed], 0, /service\/web configured/],
  [['apply', '--server-side', '--force-conflicts', '-f', changed], 0, /service\/web serverside-applied/],
  [['get', 'service', 'web', '-o', 'jsonpath={.spec.ports[0].port}'], 0, /^81$/],
  [['create', 'configmap', 'c', '--from-literal=a=b'], 0, /configmap\/c created/],
  [['edit', 'configmap', 'c'], 0, /configmap\/c edited/],
  [['get', 'configmap', 'c', '-o', 'yaml'], 0, /a: edited/],
  [['wait', '--for=condition=Ready', 'node/node-1', '--timeout=10s'], 0, /condition met/],
  [['taint', 'node', 'node-1', 'a=b:PreferNoSchedule'], 0, /tainted/],
  [['taint', 'node', 'node-1', 'a-'], 0, /untainted/],
  [['cordon', 'node-1'], 0, /cordoned/],
  [['uncordon', 'node-1'], 0, /uncordoned/],
  [['label', 'node', 'node-1', 'x=y'], 0, /labeled/],
  [['label', 'node', 'node-1', 'x-'], 0, /unlabeled/],
  [['explain', 'service.spec'], 0, /externalIPs\s+<\[\]string>/],
  [['api-resources'], 0, /deployments\s+deploy\s+apps\/v1/],
  [['create', 'deployment', 'd', '--image=nginx', '--replicas=2'], 0, /deployment\.apps\/d created/],
  [['rollout', 'status', 'deployment/d', '--timeout=20s'], 0, /successfully rolled out/],
  [['scale', 'deployment', 'd', '--replicas=1'], 0, /scaled/],
  [['get', 'nothing'], 1, /the server doesn't have a resource type "nothing"/],
  [['get', 'service', 'missing'], 1, /Error from server \(NotFound\): services "missing" not found/],
  [['delete', 'deployment/d', 'service/web', 'configmap/c'], 0, /"web" deleted/],
]

const cluster = spawn(
  process.execPath,
  ['bin/kepsim', 'up', '--release', '1.33', '--kubeconfig', kubeconfig],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
await new Promise((resolve, reject) => {
  cluster.stdout.once('data', resolve)
  cluster.once('exit', () => reject(new Error('kepsim up ended')))
})
let passed = 0
let failed = 0
const env = { ...process.env, KUBECONFIG: kubeconfig, KUBE_EDITOR: 'sed -i s/a:.b/a:\\ edited/', HOME: work }
for (const kubectl of kubectls) {
  for (const [args, code, pattern] of commands) {
    const { status, stdout, stderr } = spawnSync(kubectl, args, { encoding: 'utf8', env, timeout: 60_000 })
    const output = `${stdout}${stderr}`
    if (status === code && pattern.test(output)) passed++
    else {
      failed++
      console.log(
        `FAIL ${basename(kubectl)} ${args.join(' ')}: exit ${status}, not ${code}, or not ${pattern}:\n${output}`,
      )
    }
  }
}
cluster.kill('SIGTERM')
rmSync(work, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
