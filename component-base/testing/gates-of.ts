import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { newComponentGates } from '../component-gates.ts'
import { parseRelease } from '../release.ts'

/** The gates of a release (`1.36`). `answers` decides for the gates that it names, locked and unregistered ones too. */
export function gatesOf(
  release: string,
  answers: Readonly<Record<string, boolean>> = {},
  component = 'kube-apiserver',
): FeatureGateReader {
  const gates = newComponentGates(parseRelease(release), component)
  return {
    known: (gate) => Object.hasOwn(answers, gate) || gates.known(gate),
    enabled: (gate) => (Object.hasOwn(answers, gate) ? answers[gate] === true : gates.enabled(gate)),
    unregistered: gates.unregistered,
  }
}
