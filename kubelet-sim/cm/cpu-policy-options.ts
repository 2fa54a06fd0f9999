// Upstream: pkg/kubelet/cm/cpumanager/policy_options.go

import { goQuote } from '../../apimachinery/field-error.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { StartRefusal } from '../../component-base/start-refusal.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { cpuPolicyOptionDialect } from './dialect.ts'

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
  const stage = getOwn(cpuPolicyOptionDialect(minor), name)
  if (stage === undefined) throw new Error(`unknown CPU Manager Policy option: ${goQuote(name)}`)
  if (stage !== 'GA' && !gateEnabled(gates, `CPUManagerPolicy${stage}Options`))
    throw new Error(
      `CPU Manager Policy ${stage}-level Options not enabled, but option ${goQuote(name)} provided`,
      { cause: new StartRefusal({ code: 'option not enabled', option: name }) },
    )
}
