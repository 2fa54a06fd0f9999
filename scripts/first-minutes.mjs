// What somebody does in the first minutes, in an empty directory: install the package, pass the first test of docs/guide/library.md, replay a
// document. Prints how long each step took; exit code 1 where one fails or all take longer than a minute.
//   npm run first-minutes [-- --limit SECONDS]
// Only vitest comes from the registry, or from npm's cache.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { limit: { type: 'string', default: '60' } } })
const folder = mkdtempSync(join(tmpdir(), 'kepsim-first-'))
const installed = join(folder, 'node_modules', 'kepsim')
const windows = process.platform === 'win32'

/** @type {[string, number][]} */
const times = []

/** Runs a step; its output is shown where it fails. @param {string} name @param {string} program @param {string[]} args */
function step(name, program, args, cwd = folder) {
  const began = performance.now()
  // npm is a script of the shell there.
  const run = spawnSync(program, args, { cwd, encoding: 'utf8', shell: windows && program === 'npm' })
  times.push([name, (performance.now() - began) / 1000])
  if (run.status === 0) return run.stdout
  console.error(`${name}: ${run.error?.message ?? `exit code ${run.status}`}\n${run.stdout}${run.stderr}`)
  process.exit(1)
}

/** A program of an installed package, as npx finds it. @param {string} name */
const installedBin = (name) => {
  const { bin } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  return join(folder, 'node_modules', name, typeof bin === 'string' ? bin : bin[name])
}

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const [{ filename }] = JSON.parse(
  step('npm pack', 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root),
)
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
const packages = [`./${filename}`, `vitest@${devDependencies.vitest}`]
const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
step('npm install kepsim vitest', 'npm', ['install', '--save-dev', ...quiet, ...packages])

const guide = readFileSync(join(installed, 'docs', 'guide', 'library.md'), 'utf8')
const [, test] = /^```ts\n(.*?)^```$/ms.exec(guide) ?? []
if (test === undefined) throw new Error('docs/guide/library.md has no test')
writeFileSync(join(folder, 'first.test.ts'), test)
const told = step('the first test of docs/guide/library.md', process.execPath, [
  installedBin('vitest'),
  'run',
])
if (!/1 passed/.test(told)) throw new Error(`vitest ran no test:\n${told}`)
const document = join(installed, 'e2e', 'scenarios', 'kep-4004.md')
const replayed = step('kepsim replay', process.execPath, [installedBin('kepsim'), 'replay', document])
if (!replayed.includes('4 passed')) throw new Error(`the replay says otherwise:\n${replayed}`)

const total = times.reduce((sum, [, seconds]) => sum + seconds, 0)
for (const [name, seconds] of [...times, ['together', total]])
  console.log(`${Number(seconds).toFixed(1).padStart(6)} s  ${name}`)
if (total > Number(values.limit)) {
  console.error(`This took longer than ${values.limit} s.`)
  process.exit(1)
}
