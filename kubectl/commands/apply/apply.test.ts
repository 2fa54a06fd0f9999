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

const unknown = (name: string, ...lines: string[]): string =>
  `apiVersion: example.com/v1\nkind: Nosuch\nmetadata: {name: ${name}}\n${lines.join('')}`
const listOf = (...objects: string[]): string =>
  `apiVersion: v1\nkind: List\nitems:\n${objects.map((one) => `- ${one.trim().replaceAll('\n', '\n  ')}\n`).join('')}`
const nosuch = 'no matches for kind "Nosuch" in version "example.com/v1"'
const notMapped = `resource mapping not found for name: "q" namespace: "" from "/f": ${nosuch}\nensure CRDs are installed first\n`
const cannotUnmarshal =
  'unable to decode "/f": json: cannot unmarshal number into Go value of type map[string]interface {}\n'
const notValid = (what: string): string =>
  `error: error validating "/f": error validating data: ${what}; if you choose to ignore these errors, turn validation off with --validate=false\n`
const item = configMap('item', 'a: b')

// Each of these was compared with real kubectls of 1.27, 1.30 and 1.33.
it.each<[string, string, string, string, string]>([
  [
    'a list',
    'apply',
    listOf(unknown('q'), item),
    'configmap/item created\n',
    `unable to recognize ${nosuch}\n`,
  ],
  ['documents', 'apply', `${unknown('q')}---\n${item}`, 'configmap/item unchanged\n', `error: ${notMapped}`],
  [
    'two in a list',
    'apply',
    listOf(unknown('q'), unknown('r')),
    '',
    `unable to recognize ${nosuch}\nunable to recognize ${nosuch}\n`,
  ],
  [
    'a list and what is there',
    'create',
    listOf(unknown('q'), item),
    '',
    `Error from server (AlreadyExists): error when creating "/f": configmaps "item" already exists\nunable to recognize ${nosuch}\n`,
  ],
  [
    'a list',
    'label x=y',
    listOf(unknown('q'), item),
    'configmap/item labeled\n',
    `unable to recognize ${nosuch}\n`,
  ],
  ['a list', 'diff', listOf(unknown('q'), item), '', `error: unable to recognize ${nosuch}\n`],
  ['a list', 'get -oname', listOf(unknown('q'), item), '', `error: unable to recognize ${nosuch}\n`],
  ['a list without kinds', 'apply', listOf('{}', item), '', notValid('[apiVersion not set, kind not set]')],
  [
    'a list of a kind',
    'apply',
    `apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: item}}]\n`,
    'configmap/item configured\n',
    '',
  ],
  ['a list with a number', 'apply', listOf(item, '5'), '', notValid('invalid object to validate')],
  ['a list with a number', 'apply --validate=false', listOf(item, '5'), '', `error: ${cannotUnmarshal}`],
  [
    'a list of what is not valid',
    'apply',
    listOf(`${item}immutable: x\nnosuch: 1\n`),
    '',
    notValid(
      '[ValidationError(ConfigMap.immutable): invalid type for io.k8s.api.core.v1.ConfigMap.immutable: got "string", expected "boolean", ValidationError(ConfigMap): unknown field "nosuch" in io.k8s.api.core.v1.ConfigMap]',
    ),
  ],
  [
    'a list',
    'delete',
    listOf(unknown('q'), item),
    'configmap "item" deleted from default namespace\n',
    `unable to recognize ${nosuch}\n`,
  ],
])(
  'of an unknown kind in %s kubectl %s tells after what it can do',
  async (_where, line, text, stdout, stderr) => {
    kubectl.files.set('/f', text)
    expect(await kubectl.run(`${line} -f /f`)).toEqual({
      stdout,
      stderr,
      exitCode: stderr === '' ? 0 : line === 'diff' ? 2 : 1,
    })
  },
)

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

it('goes on where what client-side apply owned cannot be taken over', async () => {
  const name = 'no-migration'
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['configmaps'] }
  const expression =
    "!has(object.metadata.managedFields) || object.metadata.managedFields.all(m, m.manager != 'kubectl-last-applied')"
  const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpol'
  await kubectl.run('apply -f /cm.yaml')
  await kubectl.server!.send('POST', `${path}icies`, {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression, message: 'not taken over' }],
    },
  })
  await kubectl.server!.send('POST', `${path}icybindings`, {
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  })
  expect(await kubectl.run('apply -f /cm.yaml --server-side')).toEqual({
    stdout: 'configmap/own serverside-applied\n',
    stderr:
      "Warning: failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: configmaps \"own\" is forbidden: ValidatingAdmissionPolicy 'no-migration' with binding 'no-migration' denied request: not taken over\n",
    exitCode: 0,
  })
})
