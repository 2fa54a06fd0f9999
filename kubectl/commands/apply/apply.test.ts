import { afterAll, beforeAll, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {app: a}}\ndata: {${data}}\n`

beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  kubectl.files.set('/cm.yaml', configMap('own', 'a: b'))
  kubectl.files.set('/cm2.yaml', configMap('own', 'a: c, d: e'))
  kubectl.files.set('/two.yaml', configMap('two', ''))
  kubectl.files.set('/bad.yaml', configMap('own', 'a: 1'))
  kubectl.files.set('/gen.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: x-}\n')
  kubectl.files.set('/k/kustomization.yaml', 'resources: [cm.yaml]\nnamePrefix: x-\n')
  kubectl.files.set('/k/cm.yaml', configMap('own', 'a: b'))
  await kubectl.run('create deployment web --image=nginx')
})
afterAll(() => kubectl.close())

const conflict = `error: Apply failed with 1 conflict: conflict with "kubectl": .data.a
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
`

// Each of these was compared with a real kubectl; each begins where the one before has ended.
it.each([
  ['-f /cm.yaml --dry-run=client', 0, 'configmap/own created (dry run)\n'],
  ['-f /cm.yaml', 0, 'configmap/own created\n'],
  ['-f /cm.yaml', 0, 'configmap/own unchanged\n'],
  ['-f /cm2.yaml --dry-run=server', 0, 'configmap/own configured (server dry run)\n'],
  ['-f /cm2.yaml', 0, 'configmap/own configured\n'],
  ['-f /cm2.yaml --server-side', 0, 'configmap/own serverside-applied\n'],
  ['-f /cm.yaml --server-side --field-manager=x', 1, conflict],
  ['-f /cm.yaml --server-side --field-manager=x --force-conflicts', 0, 'configmap/own serverside-applied\n'],
  ['-f /gen.yaml', 1, 'error: from x-: cannot use generate name with apply\n'],
  [
    '-f /cm.yaml --prune',
    1,
    'error: all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector\n',
  ],
  ['-k /k', 0, 'configmap/x-own created\n'],
  ['-f /nosuch.yaml', 1, 'error: the path "/nosuch.yaml" does not exist\n'],
  ['', 1, 'error: must specify one of -f and -k\n'],
])('kubectl apply %s', async (line, exitCode, text) => {
  const ran = await kubectl.run(`apply ${line}`.trim())
  expect(ran).toEqual({ stdout: exitCode === 0 ? text : '', stderr: exitCode === 0 ? '' : text, exitCode })
})

it('takes fields away that are gone from the file', async () => {
  await kubectl.run('delete configmap own')
  await kubectl.run('apply -f /cm2.yaml')
  expect(await kubectl.told('apply -f /cm.yaml')).toBe('configmap/own configured\n')
  expect(await kubectl.told('get cm own -o jsonpath={.data}')).toBe('{"a":"b"}')
})

it('refuses data that are no texts', async () => {
  const { stderr, exitCode } = await kubectl.run('apply -f /bad.yaml')
  expect([stderr, exitCode]).toEqual([
    expect.stringMatching(/^The request is invalid: patch: Invalid value: /),
    1,
  ])
})

it('deletes what is gone from the files, where it prunes', async () => {
  expect((await kubectl.run('apply -f /two.yaml --prune -l app=a')).stdout).toBe(
    'configmap/two created\nconfigmap/own pruned\nconfigmap/x-own pruned\n',
  )
})
