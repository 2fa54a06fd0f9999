import type { PlanExtension } from '../../component-base/plan-extension.ts'
import { configGroup } from '../config/read-config.ts'

/** The changes of a plan to kube-proxy in a release to come. */
export interface ProxyPlan {
  /** Versions of kubeproxy.config.k8s.io that the release reads, oldest first; it writes the last. */
  configVersions: readonly string[]
  /** Modes that the release no longer has. */
  endedModes: readonly string[]
}

/** The changes that the release's plan makes to kube-proxy's options; ended modes depend on gates, and are computed when they are asked for. */
export function proxyPlanOf(extension: PlanExtension): ProxyPlan {
  const own = extension.configVersions.filter((v) => v.startsWith(`${configGroup}/`))
  return {
    configVersions: ['v1alpha1', ...own.map((v) => v.slice(configGroup.length + 1))],
    get endedModes() {
      return extension.endedModes
    },
  }
}
