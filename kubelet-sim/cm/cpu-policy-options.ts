// Upstream: pkg/kubelet/cm/cpumanager/policy_options.go

import { goQuote } from '../../apimachinery/field-error.ts'
import { StartRefusal } from '../../component-base/start-refusal.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'

type Stage = 'Alpha' | 'Beta' | 'GA'

/** The stages of each option, with the minor release that began each stage. */
const stages: Readonly<Record<string, readonly (readonly [since: number, stage: Stage])[]>> = {
  'full-pcpus-only': [
    [23, 'Beta'],
    [33, 'GA'],
  ],
  'distribute-cpus-across-numa': [
    [23, 'Alpha'],
    [33, 'Beta'],
  ],
  'align-by-socket': [[25, 'Alpha']],
  'distribute-cpus-across-cores': [[31, 'Alpha']],
  'strict-cpu-reservation': [
    [32, 'Alpha'],
    [33, 'Beta'],
    [35, 'GA'],
  ],
  'prefer-align-cpus-by-uncorecache': [
    [32, 'Alpha'],
    [34, 'Beta'],
    [36, 'GA'],
  ],
}

const exclusive: readonly (readonly [string, string])[] = [
  ['full-pcpus-only', 'distribute-cpus-across-cores'],
  ['distribute-cpus-across-numa', 'distribute-cpus-across-cores'],
  ['prefer-align-cpus-by-uncorecache', 'distribute-cpus-across-cores'],
  ['prefer-align-cpus-by-uncorecache', 'distribute-cpus-across-numa'],
]

const booleans: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true]),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false]),
])

/** The options of the static policy that are on. Throws an Error with upstream's message. */
export function staticPolicyOptions(
  given: Readonly<Record<string, string>>,
  minor: number,
  gates: FeatureGateReader,
): ReadonlySet<string> {
  const on = new Set<string>()
  for (const [name, value] of Object.entries(given)) {
    checkAvailable(name, minor, gates)
    if (!Object.hasOwn(booleans, value))
      throw new Error(
        `bad value for option ${goQuote(name)}: strconv.ParseBool: parsing ${goQuote(value)}: invalid syntax`,
      )
    if (booleans[value] === true) on.add(name)
  }
  for (const [one, other] of exclusive)
    if (on.has(one) && on.has(other))
      throw new Error(`static policy options ${one} and ${other} can not be used at the same time`)
  return on
}

function checkAvailable(name: string, minor: number, gates: FeatureGateReader): void {
  const stage = Object.hasOwn(stages, name)
    ? stages[name]!.filter(([since]) => since <= minor).at(-1)?.[1]
    : undefined
  if (stage === undefined) throw new Error(`unknown CPU Manager Policy option: ${goQuote(name)}`)
  if (stage !== 'GA' && !gateEnabled(gates, `CPUManagerPolicy${stage}Options`))
    throw new Error(
      `CPU Manager Policy ${stage}-level Options not enabled, but option ${goQuote(name)} provided`,
      { cause: new StartRefusal({ code: 'option not enabled', option: name }) },
    )
}
