import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node'
import { releasesAtOnce } from './e2e/conformance/releases-at-once.ts'
import { type Alias, bundledTests } from './scripts/bundled-tests.ts'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** What takes long begins first, so that no worker is left alone with it at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/(?:e2e|cluster|cli\/plan|docs\/guide|server\/admission\/webhook|server\/apiextensions)\//.test(
        moduleId,
      )
    return [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))]
  }
}

/** A project of what real components were recorded to do. Its tests start many servers, some as processes: they come after the unit tests. */
const recorded = (name: string, folder: string, more: ProjectConfig): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`${folder}/*.recorded.ts`],
    globalSetup: ['e2e/conformance/fresh-program.ts'],
    sequence: { groupOrder: 1 },
    ...more,
  },
})

/** The examples of docs/examples, as the package's users write them, on its sources. */
const alias: Alias[] = [
  { find: /^kepsim$/, replacement: source('./cluster/index.ts') },
  { find: /^kepsim\/vitest$/, replacement: source('./cluster/vitest.ts') },
  { find: /^kepsim\/scenario$/, replacement: source('./replay/skew/define-scenario.ts') },
]

/** Tests get the builds of packages that the program has: for `development`, the parser of Markdown has one that checks itself. */
const builtPackages: Plugin = {
  name: 'built-packages',
  configResolved({ ssr }) {
    if (ssr.resolve)
      ssr.resolve.conditions = ssr.resolve.conditions?.filter((name) => !name.includes('development'))
  },
}

export default defineConfig({
  resolve: { alias },
  // As scripts/test.mjs wants it; a few tests, and those that are watched, are ready sooner without.
  plugins: [builtPackages, process.env['KEPSIM_BUNDLED_TESTS'] ? bundledTests(alias) : []],
  test: {
    pool: 'threads',
    setupFiles: [source('./component-base/testing/freeze-shared.ts')],
    // Files share what they import, which takes longer than most tests: none may leave something changed behind.
    isolate: false,
    // More than processors: some of the time is waiting.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Against what hangs; a loaded machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Of thousands of recorded answers mostly a few are asked for.
    hideSkippedTests: true,
    // CommonJS packages are imported as Node itself does.
    deps: { interopDefault: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', 'dist/**', 'site/**'],
        },
      },
      recorded('cases', 'scripts/cases', { maxConcurrency: 2 }),
      recorded('conformance', 'e2e/conformance', { maxConcurrency: releasesAtOnce, hookTimeout: 600_000 }),
    ],
  },
})
