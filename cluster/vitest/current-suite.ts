// What vitest tells of the file that it collects: TestRunner has it since 4.1, an entry of its own had it before.
import type { TestContext } from 'vitest'
import * as vitest from 'vitest'

/** A file or a `describe` whose tests are being defined. */
export interface Suite {
  /** The tests and suites that have been defined, the newest last. */
  readonly tasks: readonly (TestContext['task'] | object)[]
}

interface WithSuites {
  TestRunner?: { getCurrentSuite(): Suite }
}

/** The suite that tests are being defined in. */
export const currentSuite: () => Suite = await getter()

async function getter(): Promise<() => Suite> {
  const { TestRunner } = vitest as unknown as WithSuites
  if (TestRunner !== undefined) return () => TestRunner.getCurrentSuite()
  const { getCurrentSuite } = (await import('vitest/suite')) as unknown as NonNullable<
    WithSuites['TestRunner']
  >
  return getCurrentSuite
}
