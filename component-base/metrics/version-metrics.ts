// Upstream: component-base/metrics/version.go, component-base/compatibility/version.go

import type { Release } from '../release.ts'
import { releaseFacts } from '../release-facts.ts'
import { metricsDialect } from './dialect.ts'
import type { Metric } from './metrics-text.ts'

/** The versions of a component: minor releases as numbers (36 for 1.36), besides those that are texts. */
export interface VersionMetricsOptions {
  readonly release: Release
  readonly emulation: number
  readonly minCompatibility: number
}

/** `kubernetes_build_info`, and `version_info` in the releases that serve it. */
export const versionMetrics = (options: VersionMetricsOptions): Metric[] => [
  buildInfo(options),
  ...(metricsDialect(options.release.minor).showsVersionInfo ? [versionInfo(options)] : []),
]

function buildInfo(options: VersionMetricsOptions): Metric {
  const built = releaseFacts(options.release.facts, 'version')
  const labels = {
    build_date: built.buildDate ?? '',
    compiler: built.compiler ?? '',
    git_commit: built.gitCommit ?? '',
    git_tree_state: built.gitTreeState ?? '',
    git_version: options.release.text,
    go_version: built.goVersion ?? '',
    major: '1',
    minor: String(options.release.minor),
    platform: built.platform ?? '',
  }
  return {
    name: 'kubernetes_build_info',
    help: `[${metricsDialect(options.release.minor).buildInfoStage}] A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.`,
    type: 'gauge',
    samples: [{ labels, value: 1 }],
  }
}

function versionInfo(options: VersionMetricsOptions): Metric {
  const labels = {
    binary: options.release.text.replace(/^v/, ''),
    component: 'kube',
    emulation: `1.${options.emulation}`,
    min_compat: `1.${options.minCompatibility}`,
  }
  return {
    name: 'version_info',
    help: '[ALPHA] Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.',
    type: 'gauge',
    samples: [{ labels, value: 1 }],
  }
}
