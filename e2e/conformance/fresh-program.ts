// Tests that start kepsim as a process start dist/: it is built where a source is newer, and built again while watching.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packageRoot } from '../../component-base/package-root.ts'
import { sourceFolders } from '../../scripts/source-folders.mjs'

const program = join(packageRoot, 'dist/cli.cjs')
const recordedTests = ['e2e/conformance/answers.recorded.ts', 'scripts/cases/cases.recorded.ts']
const source = new RegExp(`/(?:${sourceFolders.join('|')})/.*(?<!\\.test)\\.(?:ts|mjs)$`)

function isFresh(): boolean {
  if (!existsSync(program)) return false
  const built = statSync(program).mtimeMs
  return sourceFolders
    .map((folder) => join(packageRoot, folder))
    .flatMap((dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => join(dir, path)))
    .filter((path) => source.test(path))
    .every((path) => statSync(path).mtimeMs < built)
}

/** Whether dist/ is what the sources say now. */
const build = (): boolean =>
  isFresh() ||
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: packageRoot, stdio: 'inherit' })
    .status === 0

/** Vitest's global setup of the projects `cases` and `conformance`. */
export default function setup(project: TestProject): void {
  if (!build()) throw new Error('kepsim cannot be built')
  project.onTestsRerun(() => {
    // An older program must not answer for sources that cannot be built.
    if (!build()) rmSync(program, { force: true })
  })
  const { config, projects } = project.vitest
  // A trigger takes the place of what imports tell, which unit tests need.
  if (projects.some(({ name }) => name === 'unit')) return
  config.watchTriggerPatterns = [{ pattern: source, testsToRun: () => recordedTests }]
}
