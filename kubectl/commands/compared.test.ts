import { afterAll, beforeAll, expect, it } from 'vitest'
import { KubectlAtWork } from '../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  kubectl.files.set('/foo.yaml', 'apiVersion: v1\nkind: Foo\nmetadata: {name: a}\n')
  kubectl.files.set('/self.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: &a\n  name: x\n  labels: *a\n')
  await kubectl.run('create configmap cm --from-literal=a=b')
  await kubectl.run('annotate configmap cm x=y')
  await kubectl.run('create deployment idle --image=i')
})
afterAll(() => kubectl.close())

const undecoded =
  'unable to decode "/foo.yaml": no kind "Foo" is registered for version "v1" in scheme "pkg/scheme/scheme.go:28"\n'

// Each of these was compared with kubectl 1.27, 1.33 or 1.36.
it.each([
  ['set image -f /foo.yaml a=b', `error: ${undecoded}`],
  ['rollout status -f /foo.yaml', `error: ${undecoded}`],
  ['rollout restart -f /foo.yaml', undecoded],
  ['set image deploy nosuch', 'Error from server (NotFound): deployments.apps "nosuch" not found\n'],
  ['set image cm cm', 'error: at least one image update is required\n'],
  [
    'set image cm/cm x',
    "error: there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'\n",
  ],
  ['set resources deploy nosuch', 'Error from server (NotFound): deployments.apps "nosuch" not found\n'],
  [
    'set subject rolebinding nosuch',
    'Error from server (NotFound): rolebindings.rbac.authorization.k8s.io "nosuch" not found\n',
  ],
  ['scale deploy idle --replicas=2 --timeout=1ms', 'error: timed out waiting for "idle" to be synced\n'],
  ['create job x --from=deploy/idle', 'error: unknown object type *v1.Deployment\n'],
  ['logs deploy/idle', 'error: timed out waiting for the condition\n'],
  [
    'logs deploy/idle -c y --all-containers',
    'error: --all-containers=true should not be specified with container name y\n',
  ],
  [
    'logs nosuch -c y --all-containers',
    'error: error from server (NotFound): pods "nosuch" not found in namespace "default"\n',
  ],
  ['get deploy, svc', 'error: arguments in resource/name form must have a single resource and name\n'],
  [
    'get deploy,svc idle -l a=b',
    'error: selectors and the all flag cannot be used when passing resource/name arguments\n',
  ],
  [
    'delete cm cm --raw=/x',
    'Error from server (NotFound): the server could not find the requested resource\n',
  ],
  ['label cm nosuch --all a=b', 'Error from server (NotFound): configmaps "nosuch" not found\n'],
  [
    'scale deploy nosuch --all --replicas=1',
    'Error from server (NotFound): deployments.apps "nosuch" not found\n',
  ],
  ['set env deploy nosuch --all A=b', 'Error from server (NotFound): deployments.apps "nosuch" not found\n'],
  ['delete cm nosuch --all', 'error: name cannot be provided when a selector is specified\n'],
  ['apply view-last-applied cm cm --all', 'error: name cannot be provided when a selector is specified\n'],
  ['config unset foo', 'error: unable to parse foo after [] at api.Config\n'],
  [
    'logs p --since-time=x',
    'error: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"\n',
  ],
  [
    'apply -f /self.yaml',
    "error: error parsing /self.yaml: error converting YAML to JSON: yaml: anchor 'a' value contains itself\n",
  ],
])('%s fails with %j', async (line, stderr) => {
  expect(await kubectl.run(line)).toEqual({ stdout: '', stderr, exitCode: 1 })
})

it('prints what it makes itself in the order of its Go types', async () => {
  const { stdout } = await kubectl.run('create configmap x --from-literal=a=b --dry-run=client -o json')
  expect(Object.keys(JSON.parse(stdout))).toEqual(['kind', 'apiVersion', 'metadata', 'data'])
  const deployment = await kubectl.run('create deployment d --image=i --dry-run=client -o json')
  expect(Object.keys(JSON.parse(deployment.stdout).spec)).toEqual([
    'replicas',
    'selector',
    'template',
    'strategy',
  ])
})

it('waits for a name with --all, too, and gives labels of a pod to its service', async () => {
  expect(await kubectl.run('wait cm nosuch --all --for=delete')).toEqual({
    stdout: '',
    stderr: '',
    exitCode: 0,
  })
  const run = 'run r --image=i --port=80 --expose --dry-run=client -o name'
  expect((await kubectl.run(run)).exitCode).toBe(0)
  const made = await kubectl.told('run r --image=i --port=80 --expose --labels=c=d --dry-run=client -o yaml')
  expect(made).toContain('metadata:\n  labels:\n    c: d\n  name: r\nspec:\n  ports:')
})

it('sorts a single row by any field, and finds nothing where several rows have none', async () => {
  expect((await kubectl.run('get cm cm --sort-by=.metadata.nope')).stdout).toMatch(/\ncm +1 /)
  await kubectl.run('create configmap cm2')
  expect(await kubectl.run('get cm --sort-by=.metadata.nope')).toEqual({
    ...{ stdout: '', stderr: 'No resources found in default namespace.\n', exitCode: 0 },
  })
})

it('takes away users of a kubeconfig that are not there', async () => {
  expect((await kubectl.run('config unset users.nobody')).stdout).toBe('Property "users.nobody" unset.\n')
})

it('lists annotations as they would be', async () => {
  expect((await kubectl.run('annotate cm cm z=1 --list')).stdout).toBe('x=y\nz=1\n')
  expect((await kubectl.run('get cm cm -o jsonpath={.metadata.annotations}')).stdout).toBe('{"x":"y"}')
})
