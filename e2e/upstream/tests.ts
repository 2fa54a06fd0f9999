// Which of upstream's conformance tests need no running containers, and how they end on a real control plane.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test of upstream's e2e.test. */
export interface UpstreamTest {
  /** As ginkgo prints it. */
  name: string
  /** Under test/e2e: `apps/job.go`. */
  file: string
  /** On a real kube-apiserver, controller-manager and scheduler of 1.36.3 with two hollow kubelets. */
  onRealOne: 'pass' | 'fail' | 'timeout'
}

type Recorded = Record<string, [outcome: UpstreamTest['onRealOne'], name: string][]>

/** All tests that were tried on the real control plane. @param root the folder of the repository */
export function upstreamTests(root: string): UpstreamTest[] {
  const text = readFileSync(join(root, 'e2e/upstream/real-1.36.3.json'), 'utf8')
  return Object.entries(JSON.parse(text) as Recorded).flatMap(([file, tests]) =>
    tests.map(([onRealOne, name]) => ({ file, onRealOne, name: `${name} [Conformance]` })),
  )
}

/** Those that pass on the real control plane (or `all`) whose file or name has the text. */
export const chosenTests = (
  tests: readonly UpstreamTest[],
  { focus = '', all = false }: { focus?: string | undefined; all?: boolean },
): UpstreamTest[] =>
  tests.filter(
    ({ name, file, onRealOne }) =>
      (all || onRealOne === 'pass') && `${file} ${name}`.toLowerCase().includes(focus.toLowerCase()),
  )
