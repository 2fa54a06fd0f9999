// Tests that start kepsim as a process start dist/: it is built where a source is newer, and built again while watching.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packageRoot } from '../../component-base/package-root.ts'

/** The folders that dist/ is built from. */
const folders =
  'api|apimachinery|cli|client|cluster|component-base|controllers|featuregates|kube-proxy-sim|kubectl|kubelet-sim|plans|replay|server'
const source = new RegExp(`/(?:${folders})/.*(?<!\\.test)\\.ts$`)

const builtAt = (): number => {
  const program = join(packageRoot, 'dist/cli.js')
  return existsSync(program) ? statSync(program).mtimeMs : 0
}

const sources = (): string[] =>
  folders.split('|').flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(packageRoot, folder, path))
      .filter((path) => source.test(path)),
  )

function build(): void {
  const built = builtAt()
  if (sources().every((path) => statSync(path).mtimeMs < built)) return
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: packageRoot,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('kepsim cannot be built; node scripts/build.mjs tells why')
}

/** Vitest's global setup of the projects `cases` and `conformance`. */
export default function setup(project: TestProject): void {
  build()
  project.onTestsRerun(build)
  const { vitest } = project
  // A trigger takes the place of what imports tell, which unit tests need.
  if (vitest.projects.some(({ name }) => name === 'unit')) return
  vitest.config.watchTriggerPatterns = [{ pattern: source, testsToRun: () => recordedTests }]
}

const recordedTests = ['e2e/conformance/answers.recorded.ts', 'scripts/cases/cases.recorded.ts']
