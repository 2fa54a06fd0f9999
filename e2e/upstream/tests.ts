// Which of upstream's conformance tests need running containers, and which do not; how those end on a real control plane, and these here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test of upstream's e2e.test. */
export interface UpstreamTest {
  /** As ginkgo prints it. */
  name: string
  /** Under test/e2e: `apps/job.go`. */
  file: string
  /**
   * How it ends on a real kube-apiserver, controller-manager and scheduler of 1.36.3 with two hollow kubelets; of a test that
   * needs running containers: how it ended against `kepsim up`.
   */
  recorded: 'pass' | 'fail' | 'timeout'
}

type Recorded = Record<string, [outcome: UpstreamTest['recorded'], name: string][]>

/**
 * All tests that were tried on the real control plane, or those beside them that need running containers.
 * @param root the folder of the repository
 */
export function upstreamTests(root: string, containers = false): UpstreamTest[] {
  const name = containers ? 'containers-1.36.3.json' : 'real-1.36.3.json'
  const text = readFileSync(join(root, 'e2e/upstream', name), 'utf8')
  return Object.entries(JSON.parse(text) as Recorded).flatMap(([file, tests]) =>
    tests.map(([recorded, name]) => ({ file, recorded, name: `${name} [Conformance]` })),
  )
}

/** Those that are recorded as passing (or `all`) whose file or name has the text. */
export const chosenTests = (
  tests: readonly UpstreamTest[],
  { focus = '', all = false }: { focus?: string | undefined; all?: boolean },
): UpstreamTest[] =>
  tests.filter(
    ({ name, file, recorded }) =>
      (all || recorded === 'pass') && `${file} ${name}`.toLowerCase().includes(focus.toLowerCase()),
  )
