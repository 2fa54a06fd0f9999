// The guides, followed literally: every command of theirs runs, and prints what they show.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { partsOf } from '../../replay/transcript/blocks.ts'

const followed = [
  'README.md',
  ...['kep-author', 'ci', 'docs-writer', 'custom-resources', 'webhooks'].map(
    (name) => `docs/guide/${name}.md`,
  ),
]
const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')

interface Code {
  lang: string
  text: string
}

interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  lang?: string | null
  value?: string
}

function codeIn(file: string): Code[] {
  const walk = (node: MarkdownNode): Code[] =>
    node.type === 'code'
      ? [{ lang: node.lang ?? '', text: node.value ?? '' }]
      : (node.children ?? []).flatMap(walk)
  return walk(fromMarkdown(read(file)) as MarkdownNode)
}

/** What this machine cannot do: install packages, reach a container engine or a remote repository. */
const needsMore = /^(?:npm |docker |git submodule )/

it.each(followed)('all commands of %s are run', (file) => {
  const shell = codeIn(file).filter(({ lang }) => /^(?:sh|bash|console|text|)$/.test(lang))
  const run = partsOf(file, read(file)).filter(({ kind }) => kind !== 'annotation')
  const left = shell.filter(({ text }) => needsMore.test(text))
  expect(run.length + left.length).toBe(shell.length)
  for (const { text } of left) expect(text.split('\n')).toHaveLength(1)
})

/** They show `kepsim skew`, `kepsim path` and `--challenge`, which a stranger's document may not run. */
const runsModules = new Set(['README.md', 'docs/guide/ci.md', 'docs/guide/kep-author.md'])

/** Of this one the parts that need no real etcd and no servers beside one another. */
const inParts = ['docs/guide/control-planes.md', 'docs/guide/traffic.md']

it.each([...followed, ...inParts])('%s holds', { timeout: 180_000 }, (file) => {
  const host = runsModules.has(file) ? ['--allow-host'] : []
  const run = spawnSync(process.execPath, ['bin/kepsim', 'transcript', ...host, '--check', file], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  })
  expect(run.stdout + run.stderr).toBe(`${file}: holds\n`)
  expect(run.status).toBe(0)
})

const plans = codeIn('docs/guide/plans.md')
const planCommands = plans
  .filter(({ lang }) => lang === 'sh')
  .flatMap(({ text }) => [...text.matchAll(/^bin\/(kepsim (?:plan|gates) .*?)\s*(?:#.*)?$/gm)])
  .map(([, command]) => command!)

it('plans.md shows the commands of plans', () => {
  expect(planCommands).toHaveLength(6)
})

it.each(planCommands)('%s of plans.md works', { timeout: 120_000 }, (command) => {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-plans-'))
  try {
    if (!command.startsWith('kepsim plan init'))
      writeFileSync(join(dir, 'my-plan.yaml'), plans.find(({ lang }) => lang === 'yaml')!.text)
    const [, ...args] = command.split(' ')
    const run = spawnSync(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
      cwd: dir,
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).not.toBe('')
    expect(run.status).toBe(0)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

/** Names of the package, as its users import them. */
const modules = {
  kepsim: 'cluster/index.ts',
  'kepsim/node-api': 'kube-proxy-sim/node-api/index.ts',
  'kepsim/vitest': 'cluster/vitest.ts',
}

it('the TypeScript of all guides is right', { timeout: 60_000 }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-guides-'))
  try {
    const guides = readdirSync(join(packageRoot, 'docs/guide')).filter((name) => name.endsWith('.md'))
    const files = guides.flatMap((guide) =>
      codeIn(`docs/guide/${guide}`)
        .filter(({ lang }) => lang === 'ts')
        .map(({ text }, i) => ({ name: `${guide}-${i + 1}.ts`, text })),
    )
    expect(files.length).toBeGreaterThan(5)
    for (const { name, text } of files) writeFileSync(join(dir, name), text)
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
    symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'))
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(configOf(files.map(({ name }) => name))))
    const tsc = join(packageRoot, 'node_modules/typescript-native/bin/tsc')
    const run = spawnSync(process.execPath, [tsc, '-p', join(dir, 'tsconfig.json')], { encoding: 'utf8' })
    expect(run.stdout + run.stderr).toBe('')
    expect(run.status).toBe(0)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

function configOf(files: string[]): object {
  const paths = Object.entries(modules).map(([name, file]) => [name, [join(packageRoot, file)]])
  return {
    extends: join(packageRoot, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      paths: Object.fromEntries(paths),
      typeRoots: [join(packageRoot, 'node_modules/@types')],
      // A guide shows what one can ask for; it does not have to use it.
      noUnusedLocals: false,
    },
    files,
    include: [],
  }
}
