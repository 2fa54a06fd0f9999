// The answers of a real kube-apiserver to every recorded scenario: what e2e/golden/conformance holds of a release.
import { join, relative } from 'node:path'
import { play, type Result } from '../../../e2e/conformance/play.ts'
import { loadScenarios, type Scenario, scenarioName } from '../../../e2e/conformance/scenario.ts'
import { RecordError } from '../record-error.ts'
import { startRealServer } from '../server/real-server.ts'
import type { Servers } from '../server-facts/server-facts.ts'
import { scenarioText, withAnswers } from './golden-file.ts'

/** What is asked, and where the scenarios with the answers of other releases stand. */
export interface AnswersAsked {
  release: string
  servers: Servers
  /** The folder of the scenarios. */
  golden: string
  remark: (line: string) => void
}

/** Scenarios by the flags that their server has. */
function byFlags(scenarios: readonly Scenario[]): Map<string, Scenario[]> {
  const sets = new Map<string, Scenario[]>()
  for (const scenario of scenarios) {
    const key = (scenario.flags ?? []).join(' ')
    sets.set(key, [...(sets.get(key) ?? []), scenario])
  }
  return sets
}

/** One after the other: addresses and ports of one pool, and revisions, are compared. Undefined where a step got no answer. */
async function answersTo(
  scenarios: readonly Scenario[],
  target: { server: string; token: string },
  remark: AnswersAsked['remark'],
): Promise<[Scenario, Result[]][]> {
  const answered: [Scenario, Result[]][] = []
  for (const scenario of scenarios) {
    const results = await play(
      target,
      scenario.steps.map(({ expect: _, ...step }) => step),
    )
    const failed = results.findIndex((result) => 'error' in result)
    if (failed < 0) answered.push([scenario, results])
    else
      remark(
        `${scenarioName(scenario)} is not recorded: step ${scenario.steps[failed]!.id}: ${(results[failed] as { error: string }).error}`,
      )
  }
  return answered
}

/**
 * Asks a real server of the release all scenarios, one server for each set of flags.
 * A set that the release does not start with is left as it is, and a remark says so.
 * @returns path of a file in `golden` → its text with the answers of this release
 */
export async function recordAnswers(asked: AnswersAsked): Promise<Record<string, string>> {
  const { release, servers, golden, remark } = asked
  const texts: Record<string, string> = {}
  for (const [index, [flags, scenarios]] of [...byFlags(loadScenarios(golden))].entries()) {
    const start = {
      ...servers,
      folder: join(servers.folder, `answers-${index}`),
      flags: flags.split(' ').filter((flag) => flag !== ''),
    }
    try {
      const server = await startRealServer(start)
      try {
        for (const [scenario, results] of await answersTo(scenarios, server.target, remark))
          texts[relative(golden, scenario.file)] = scenarioText(withAnswers(scenario, release, results))
      } finally {
        await server.stop()
      }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      remark(`${scenarios.length} scenarios with ${flags || 'no flags'} are not recorded: ${error.message}`)
    }
  }
  return texts
}
