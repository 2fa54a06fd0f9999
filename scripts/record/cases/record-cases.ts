// Recorded cases: what real components do with the inputs that e2e/golden/cases has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RecordError } from '../record-error.ts'
import { type ConfigInput, recordKubeProxyConfig } from './kube-proxy-config.ts'

/** A list with one entry on each line, so that a change of one case is a change of one line. */
const listText = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`

const readInputs = <T>(cases: string, file: string): T[] =>
  JSON.parse(readFileSync(join(cases, file), 'utf8')) as T[]

/** A release, its components, and the inputs. */
export interface CasesSource {
  /** `v1.29.15` */
  version: string
  /** The folder of the release's components. */
  binaries: string
  /** As e2e/golden/cases. */
  cases: string
}

/** The cases of a release, by their files below `cases`. Rejects with RecordError where a component is missing. */
export async function recordCases({
  version,
  binaries,
  cases,
}: CasesSource): Promise<Record<string, string>> {
  const folder = 'node/kube-proxy'
  const inputs = readInputs<ConfigInput>(cases, `${folder}/inputs.json`)
  if (inputs.length === 0) throw new RecordError(`${folder}/inputs.json has no inputs`)
  const recorded = recordKubeProxyConfig(join(binaries, 'kube-proxy'), inputs)
  return { [`${folder}/config-cases-${version}.json`]: listText(recorded) }
}
