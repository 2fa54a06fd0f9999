// Upstream: kubectl/pkg/cmd/util/helpers.go (FeatureGate)
import type { FeatureStage } from './dialect.ts'

/** Whether kubectl has a feature on. @param variable of the environment that asks for it or refuses it: `KUBECTL_KUBERC` */
export function featureEnabled(
  stage: FeatureStage,
  variable: string,
  env: { get(name: string): string | undefined },
): boolean {
  const given = env.get(variable)?.toLowerCase()
  return stage === 'alpha' ? given === 'true' : stage === 'beta' && given !== 'false'
}
