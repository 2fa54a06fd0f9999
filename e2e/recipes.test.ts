// The recipes of CONTRIBUTING.md, followed to the letter in a copy of the project, with a kind and a gate that do not exist.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../component-base/package-root.ts'
import { sourceFolders } from '../scripts/source-folders.mjs'

/** Beside nothing: in dist/ it would be packed with the package, should a test do that meanwhile. */
const copy = mkdtempSync(join(tmpdir(), 'kepsim-recipes-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const sources = [
  ...sourceFolders.filter((name) => !['cli', 'replay'].includes(name)),
  ...['tsconfig.json', 'package.json'],
]

/** The blocks of code that name a file. */
const blocks = (): { file: string; code: string }[] =>
  [
    ...readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /```ts\n\/\/ file: (.*)\n([\s\S]*?)```/g,
    ),
  ].map(([, file, code]) => ({ file: file!, code: code! }))

type Facts = Record<string, unknown>
function changeFacts(name: string, change: (facts: never) => void): void {
  const path = join(copy, 'releases/1.36', `${name}.json`)
  const facts = JSON.parse(readFileSync(path, 'utf8')) as never
  change(facts)
  writeFileSync(path, JSON.stringify(facts))
}

/** What the recorder would have found in a release that serves widgets. */
function recordWidgets(): void {
  const resource = {
    ...{
      name: 'widgets',
      kind: 'Widget',
      scope: 'Namespaced',
      singular: 'widget',
      storageVersionHash: 'AAAAAAAAAAA=',
    },
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  }
  for (const name of ['discovery', 'discovery-all'])
    changeFacts(name, ({ groupVersions }: { groupVersions: { group: string; resources: unknown[] }[] }) => {
      groupVersions.find(({ group }) => group === 'apps')!.resources.push(resource)
    })
  const kind = (name: string) => [{ group: 'apps', version: 'v1', kind: name }]
  const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
  const head = { apiVersion: { type: 'string' }, kind: { type: 'string' } }
  changeFacts('schemas', (schemas: Facts) => {
    schemas['io.k8s.api.apps.v1.Widget'] = {
      type: 'object',
      properties: {
        ...head,
        metadata: { $ref: `${meta}.ObjectMeta` },
        spec: { $ref: 'io.k8s.api.apps.v1.WidgetSpec' },
      },
      'x-kubernetes-group-version-kind': kind('Widget'),
    }
    schemas['io.k8s.api.apps.v1.WidgetSpec'] = {
      type: 'object',
      properties: { size: { type: 'integer', format: 'int32' }, color: { type: 'string' } },
    }
    schemas['io.k8s.api.apps.v1.WidgetList'] = {
      type: 'object',
      properties: {
        ...head,
        metadata: { $ref: `${meta}.ListMeta` },
        items: { type: 'array', items: { $ref: 'io.k8s.api.apps.v1.Widget' } },
      },
      'x-kubernetes-group-version-kind': kind('WidgetList'),
    }
  })
  changeFacts('go-types', (types: Record<string, { kinds: string[]; types: Facts }>) => {
    const apps = types['io.k8s.api.apps.v1']!
    const meta = '~apimachinery.pkg.apis.meta.v1'
    const type = ` TypeMeta ${meta}.TypeMeta i`
    apps.kinds.push('Widget', 'WidgetList')
    apps.types['Widget'] = [type, `metadata ObjectMeta ${meta}.ObjectMeta o`, 'spec Spec WidgetSpec o']
    apps.types['WidgetSpec'] = ['size Size *int32 o', 'color Color string o']
    apps.types['WidgetList'] = [type, `metadata ListMeta ${meta}.ListMeta o`, 'items Items []Widget']
  })
  changeFacts('tables', (tables: Facts) => {
    tables['apps/v1/widgets'] = [
      ['Name', 'string', 'name', 0],
      ['Size', 'integer', '', 0],
      ['Age', 'string', '', 0],
    ]
  })
  changeFacts('gates', ({ gates }: { gates: Facts }) => {
    gates['WidgetColors'] = {
      special: false,
      specs: [{ version: '1.36', default: false, preRelease: 'ALPHA', lockToDefault: false }],
    }
  })
}

function follow({ file, code }: { file: string; code: string }): void {
  const [path, place] = file.split(', in ') as [string, string?]
  const target = join(copy, path)
  if (place === undefined) {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
    return
  }
  const text = readFileSync(target, 'utf8')
  const at = `...${place.slice(0, -1)}, {\n`
  expect(text).toContain(at)
  writeFileSync(target, `${importsOf(code, path)}${text.replace(at, `${at}${code}`)}`)
}

/** Of what other blocks export and this one names. */
function importsOf(code: string, path: string): string {
  const exported = blocks().flatMap(({ file, code: other }) =>
    [...other.matchAll(/^export const (\w+)/gm)].map(([, name]) => ({ file, name: name! })),
  )
  return exported
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(code))
    .map(({ file, name }) => `import { ${name} } from './${relative(dirname(path), file)}'\n`)
    .join('')
}

const program = `
import { readFileSync } from 'node:fs'
import { startCluster } from './cluster/index.ts'
import { runKubectl } from './kubectl/kubectl.ts'
const told = []
const described = []
for (const WidgetColors of [false, true]) {
  const cluster = await startCluster({ release: '1.36', nodes: [], featureGates: { WidgetColors } })
  const path = '/apis/apps/v1/namespaces/default/widgets'
  const post = async (name, spec) => {
    const answer = await cluster.client()
      .create(path, { apiVersion: 'apps/v1', kind: 'Widget', metadata: { name }, spec })
      .catch((error) => error)
    told.push(answer.message ?? { spec: answer.spec, generation: answer.metadata.generation })
  }
  await post('plain', {})
  await post('small', { size: -1 })
  await post('red', { color: 'red' })
  const { kubeconfigPath } = await cluster.addUser('reader', { groups: ['system:masters'] })
  for (const args of [['describe', 'widget', 'plain'], ['get', 'widgets', 'plain']]) await runKubectl(args, {
    env: new Map([['KUBECONFIG', kubeconfigPath]]),
    stdin: async () => '',
    stdout: (text) => described.push(text),
    stderr: (text) => described.push(text),
    readFile: async (path) => readFileSync(path, 'utf8'),
    listFiles: async () => undefined,
    writeFile: async () => {},
    now: () => 0,
    sleep: async () => {},
    execute: async () => ({ exitCode: 0, stderr: '' }),
  })
  await cluster.stop()
}
console.log(JSON.stringify({ told, described }))
`

beforeAll(() => {
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'))
  for (const name of [...sources, 'releases'])
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true })
  recordWidgets()
  for (const block of blocks()) follow(block)
})

it('names files and places', () => {
  expect(blocks().map(({ file }) => file)).toEqual([
    'server/registry/widget/strategy.ts',
    'server/registry/widget/table.ts',
    "server/registry/index.ts, in group('apps')",
    'server/registry/widget/strategy.test.ts',
    'kubectl/commands/describe/widget.ts',
    "kubectl/commands/describe/index.ts, in group('apps')",
  ])
})

it('makes a kind and a gate that a server serves', async () => {
  writeFileSync(join(copy, 'program.ts'), program)
  await build({
    entryPoints: [join(copy, 'program.ts')],
    outfile: join(copy, 'dist/program.mjs'),
    ...{
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.20',
      packages: 'external',
      logLevel: 'error',
    },
  })
  const run = spawnSync(process.execPath, [join(copy, 'dist/program.mjs')], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const refused = (name: string, text: string) => `Widget.apps "${name}" is invalid: ${text}`
  const small = refused('small', 'spec.size: Invalid value: -1: must be greater than or equal to 0')
  const { told, described } = JSON.parse(run.stdout)
  expect(told).toEqual([
    { spec: { size: 1 }, generation: 1 },
    small,
    refused('red', 'spec.color: Forbidden: the feature gate WidgetColors is off'),
    { spec: { size: 1 }, generation: 1 },
    small,
    { spec: { size: 1, color: 'red' }, generation: 1 },
  ])
  const shown = /^NAME +SIZE +AGE\nplain +1 +\S+\n$/
  const widget =
    /^Name: +plain\nNamespace: +default\nLabels: +<none>\nAnnotations: +<none>\nSize: +1\nColor: +<none>\nEvents: +<none>\n$/
  const both = [expect.stringMatching(widget), expect.stringMatching(shown)]
  expect(described).toEqual([...both, ...both])
})

it('makes tests that hold', () => {
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  writeFileSync(join(copy, 'vitest.config.ts'), 'export default {}\n')
  const args = [vitest, 'run', '--root', copy, '--reporter', 'json', 'server/registry/widget']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: copy })
  const { numPassedTests, testResults = [] } = JSON.parse(stdout || '{}') as {
    numPassedTests?: number
    testResults?: { message: string; assertionResults: { failureMessages: string[] }[] }[]
  }
  const failures = testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ])
  expect([numPassedTests, failures], stderr).toEqual([4, []])
})
