import { planExtension } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { configGroup } from '../config/read-config.ts'

/** The changes of a plan to kube-proxy in a release to come. */
export interface ProxyPlan {
  /** Versions of kubeproxy.config.k8s.io that the release reads, oldest first; it writes the last. */
  configVersions: readonly string[]
  /** Modes that the release no longer has. */
  endedModes: readonly string[]
}

/** The changes of the release's plan to kube-proxy; ended modes depend on gates, and are computed when they are asked for. */
export function proxyPlanOf(release: Release, gates: FeatureGateReader): ProxyPlan {
  const extension = planExtension(release, 'kube-proxy', gates)
  const own = extension.configVersions.filter((v) => v.startsWith(`${configGroup}/`))
  return {
    configVersions: ['v1alpha1', ...own.map((v) => v.slice(configGroup.length + 1))],
    get endedModes() {
      return extension.endedModes
    },
  }
}
