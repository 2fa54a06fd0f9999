// Upstream: kubectl/pkg/cmd/util/helpers.go (FeatureGate)
import type { FeatureStage } from './dialect.ts'

/** Whether a feature of kubectl is on. @param variable of the environment that turns it on or off: `KUBECTL_KUBERC` */
export function featureEnabled(
  stage: FeatureStage,
  variable: string,
  env: { get(name: string): string | undefined },
): boolean {
  const given = env.get(variable)?.toLowerCase()
  if (stage === 'stable') return true
  return stage === 'alpha' ? given === 'true' : stage === 'beta' && given !== 'false'
}
