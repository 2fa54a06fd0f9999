// The recipes of CONTRIBUTING.md, followed to the letter in a copy of the project, with a kind and a gate that do not exist.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../component-base/package-root.ts'
import { sourceFolders } from '../scripts/source-folders.mjs'

/** Beside nothing: in dist/ it would be packed with the package, should a test do that meanwhile. */
const copy = mkdtempSync(join(tmpdir(), 'kepsim-recipes-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const sources = sourceFolders.filter((name) => !['cli', 'replay'].includes(name))
/** What checks them: with the configuration of all, over what the recipes touch. */
const checks = ['biome.json', 'package.json', 'tsconfig.json', 'scripts']
/** What nobody writes into: recorded facts are never written by hand. */
const others = ['node_modules', 'releases']

/** A block of code that names its file, and where in it the lines belong. */
interface Block {
  path: string
  /** Undefined: it is the whole file. */
  place: string | undefined
  code: string
}

const blocks: readonly Block[] = [
  ...readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /```\w+\n(?:\/\/|#) file: (\S+?)(?:, in (.*))?\n([\s\S]*?)```/g,
  ),
].map(([, path, place, code]) => ({ path: path!, place, code: code! }))

const paths = blocks.map(({ path }) => path)
const written = paths.filter((path) => path.endsWith('.ts'))

function follow({ path, place, code }: Block): void {
  const target = join(copy, path)
  if (place === undefined) {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
    return
  }
  const lines = code.split('\n')
  const isImport = (line: string): boolean => line.startsWith('import ')
  const at = `${place.slice(0, -1)}, {\n`
  const text = readFileSync(target, 'utf8')
  expect(text).toContain(at)
  const rows = lines.filter((line) => !isImport(line)).join('\n')
  const imports = lines.filter(isImport).map((line) => `${line}\n`)
  // After the last import line of the file.
  const end = text.indexOf('\n', text.lastIndexOf('\nimport ') + 1) + 1
  const withRows = `${text.slice(end)}`.replace(at, `${at}${rows}`)
  writeFileSync(target, `${text.slice(0, end)}${imports.join('')}${withRows}`)
}

/** Runs a tool of the project in the copy. Answers what it says where it fails, nothing where all is well. */
function complaints(tool: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], {
    ...{ cwd: copy, encoding: 'utf8' },
    env: { ...process.env, NO_COLOR: '1', GOGC: '400' },
  })
  return status === 0 ? '' : `${stdout}${stderr}` || `${tool}: exit code ${status}`
}

const biome = (...args: string[]): string => complaints('node_modules/@biomejs/biome/bin/biome', ...args)

const program = `
import { readFileSync } from 'node:fs'
import { startCluster } from './cluster/index.ts'
import { runKubectl } from './kubectl/kubectl.ts'
import { loadPlan } from './plans/load-plan.ts'
const plan = loadPlan('e2e/planned/widgets/plan.yaml')
const told = []
const described = []
for (const WidgetColors of [false, true]) {
  const cluster = await startCluster({ plan, nodes: [], featureGates: { WidgetColors } })
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
  for (const name of others) symlinkSync(join(packageRoot, name), join(copy, name))
  const filter = (path: string): boolean => !path.endsWith('.test.ts')
  for (const name of [...sources, ...checks])
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true, filter })
  for (const block of blocks) follow(block)
})

it('names files and places', () => {
  expect(blocks.map(({ path, place }) => (place === undefined ? path : `${path}, in ${place}`))).toEqual([
    'e2e/planned/widgets/plan.yaml',
    'server/registry/widget/strategy.ts',
    'server/registry/widget/table.ts',
    "server/registry/rows/apps.ts, in group('apps')",
    'server/registry/widget/strategy.test.ts',
    'kubectl/commands/describe/widget.ts',
    "kubectl/commands/describe/index.ts, in group('apps')",
  ])
})

it('has code that the lint, the check of docstrings and the types let pass', () => {
  const whole = blocks.filter(({ path, place }) => place === undefined && written.includes(path))
  expect(biome('check', ...whole.map(({ path }) => path))).toBe('')
  // Import lines are sorted by what the recipe says to run.
  expect(biome('check', '--write', ...written)).toBe('')
  const folders = [...new Set(written.map(dirname))]
  expect(complaints('scripts/check-docstrings.mjs', ...folders)).toBe('')
  const configuration = { extends: './tsconfig.json', files: written }
  writeFileSync(join(copy, 'tsconfig.recipes.json'), JSON.stringify(configuration))
  expect(complaints('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.recipes.json')).toBe('')
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
  const run = spawnSync(process.execPath, ['dist/program.mjs'], { cwd: copy, encoding: 'utf8' })
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
