import type { Release } from '../../component-base/release.ts'

/** What a plan says of kube-proxy in releases to come. Without one, nothing. */
export interface ProxyPlan {
  /** Versions of kubeproxy.config.k8s.io that the release reads, oldest first; it writes the last. */
  configVersions: readonly string[]
  /** Modes that the release no longer has, and what its users should do. */
  endedModes: Readonly<Record<string, string>>
}

export const noProxyPlan: ProxyPlan = { configVersions: ['v1alpha1'], endedModes: {} }

/** What holds at `release`; the recorded releases are as they were. */
export type PlanReader = (release: Release) => ProxyPlan
