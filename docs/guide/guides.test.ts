// The guides, followed literally: every command of theirs runs, and prints what they show.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runHere } from '../../cli/testing/run-here.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { partsOf } from '../../replay/transcript/blocks.ts'
import { codeIn } from './code-in.ts'

const followed = [
  'README.md',
  ...['kep-author', 'ci', 'docs-writer', 'custom-resources', 'webhooks'].map(
    (name) => `docs/guide/${name}.md`,
  ),
]
const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')

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

const harmless = [...followed, ...inParts].filter((file) => !runsModules.has(file))

/** Each file has a machine of its own, also where a process checks several. */
it.each([
  ...[...runsModules].map((file) => ({ files: [file], host: ['--allow-host'] })),
  { files: harmless, host: [] },
])('$files: what they show is printed', { timeout: 180_000 }, ({ files, host }) => {
  const run = spawnSync(process.execPath, ['bin/kepsim', 'transcript', ...host, '--check', ...files], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  })
  expect(run.stdout + run.stderr).toBe(files.map((file) => `${file}: holds\n`).join(''))
  expect(run.status).toBe(0)
})

const plans = codeIn('docs/guide/plans.md')
const planCommands = plans
  .filter(({ lang }) => lang === 'sh')
  .flatMap(({ text }) => [...text.matchAll(/^bin\/(kepsim (?:plan|gates) .*?)\s*(?:#.*)?$/gm)])
  .map(([, command]) => command!)

/** It starts the components of each phase: cli/plan/walk.test.ts runs it, and holds what it says. */
const walk = 'kepsim plan walk kep-5707'

it('plans.md shows the commands of plans', () => {
  expect(planCommands).toHaveLength(6)
  expect(planCommands).toContain(walk)
})

it.each(planCommands.filter((command) => command !== walk))(
  '%s of plans.md works',
  { timeout: 120_000 },
  async (command) => {
    const dir = mkdtempSync(join(tmpdir(), 'kepsim-plans-'))
    try {
      const file = join(dir, 'my-plan.yaml')
      if (!command.startsWith('kepsim plan init'))
        writeFileSync(file, plans.find(({ lang }) => lang === 'yaml')!.text)
      const [, ...args] = command.split(' ')
      const run = await runHere(args.map((arg) => (arg === 'my-plan.yaml' ? file : arg)))
      expect(run.stderr).toBe('')
      expect(run.stdout).not.toBe('')
      expect(run.code).toBe(0)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
)
