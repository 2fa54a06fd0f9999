import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\ndata: {k: v}\n'
const cancelled = 'error: Edit cancelled, no valid changes were saved.\n'
const storedAt = /A copy of your changes has been stored to "\/tmp\/kubectl-edit-\d+\.(yaml|json)"\n/

beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  kubectl.files.set('/new.yaml', configMap)
})
beforeEach(async () => {
  await kubectl.run('delete configmap --all')
  await kubectl.run('create configmap a --from-literal=k=v')
  await kubectl.run('create configmap b --from-literal=k=v --save-config')
})
afterAll(() => kubectl.close())

/** Runs a line with an editor that replaces, and shows its stderr without the name of the file. */
async function edited(line: string, from: RegExp | string, to: string) {
  kubectl.edits = (text) => text.replace(from, to)
  const { stdout, stderr, exitCode } = await kubectl.run(line)
  return { stdout, stderr: stderr.replace(storedAt, 'STORED\n'), exitCode }
}

// Each of these was compared with real kubectls of 1.27 and 1.33.
it.each<[string, RegExp | string, string, string, string]>([
  ['edit cm a', 'k: v', 'k: w', 'configmap/a edited\n', ''],
  ['edit cm a', 'nothing', '', '', 'Edit cancelled, no changes made.\n'],
  ['edit cm a -o json', '"k": "v"', '"k": "v" ', '', 'Edit cancelled, no changes made.\n'],
  ['edit cm a b', 'k: v', 'k: w', 'configmap/a edited\nconfigmap/b skipped\n', ''],
  ['edit cm a', /^data/m, 'daat', '', `error: configmaps "a" is invalid\nSTORED\n${cancelled}`],
  ['edit cm a', /.*/s, '', '', `error: configmaps "a" is invalid\nSTORED\n${cancelled}`],
  [
    'edit cm a',
    'name: a',
    'name: q',
    '',
    'STORED\nerror: At least one of apiVersion, kind and name was changed\n',
  ],
  [
    'edit cm a -o name',
    '',
    '',
    '',
    'error: unable to match a printer suitable for the output format "name", allowed formats are: json,yaml\n',
  ],
  ['edit sa', '', '', '', 'error: edit cancelled, no objects found\n'],
  ['apply edit-last-applied cm b', 'k: v', 'k: w', 'configmap/b edited\n', ''],
  ['apply edit-last-applied cm b', 'nothing', '', '', 'Edit cancelled, no changes made.\n'],
  [
    'apply edit-last-applied cm a',
    '',
    '',
    '',
    'error: no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`\n',
  ],
  [
    'apply edit-last-applied cm b',
    'name: b',
    'name: q',
    '',
    'STORED\nError from server (NotFound): configmaps "q" not found\n',
  ],
  ['create -f /new.yaml --edit', 'k: v', 'k: w', 'configmap/new created\n', ''],
  [
    'create -f /new.yaml --edit',
    'name: new',
    'name: a',
    '',
    'STORED\nError from server (AlreadyExists): configmaps "a" already exists\n',
  ],
])('kubectl %s, where %s becomes %j', async (line, from, to, stdout, stderr) => {
  const fails = /^(?:error|Error|STORED)/m.test(stderr)
  expect(await edited(line, from, to)).toEqual({ stdout, stderr, exitCode: fails ? 1 : 0 })
})

it('tells in the file why it is opened again', async () => {
  const texts: string[] = []
  kubectl.edits = (text) => {
    texts.push(text)
    return text.replace('k: v', 'k: 1').replace('k: 1', texts.length > 1 ? 'k: w' : 'k: 1')
  }
  expect((await kubectl.run('edit cm a --validate=false')).stdout).toBe('configmap/a edited\n')
  expect(texts[1]).toContain('# configmaps "a" was not valid:\n# * patch: Invalid value: ')
})

it('changes nothing but the annotation of what was applied', async () => {
  await edited('apply edit-last-applied cm b', 'k: v', 'k: w')
  expect(await kubectl.told('get cm b -o jsonpath={.data.k}')).toBe('v')
  expect(await kubectl.told('apply view-last-applied cm b')).toContain('k: w')
})

it('keeps the annotation as it is, unless --save-config is given', async () => {
  await edited('edit cm b', 'k: v', 'k: w')
  expect(await kubectl.told('apply view-last-applied cm b')).toContain('k: v')
  await edited('edit cm b --save-config', 'k: w', 'k: x')
  expect(await kubectl.told('apply view-last-applied cm b')).toContain('k: x')
})
