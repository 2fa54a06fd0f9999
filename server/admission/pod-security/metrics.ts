// Upstream: k8s.io/pod-security-admission metrics/metrics.go
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import type { AdmissionAttributes } from '../chain.ts'
import type { LevelVersion } from './policy.ts'

/** Counts what pods are held against. */
export class PodSecurityMetrics {
  private readonly registry: RecordedRegistry
  private readonly minor: number

  constructor(registry: RecordedRegistry, minor: number) {
    this.registry = registry
    this.minor = minor
    // As upstream: what is most common is there from the start.
    for (const request_operation of ['create', 'update']) {
      for (const resource of ['pod', 'controller'])
        this.exemptions.with({ request_operation, resource, subresource: '' })
      const own = { request_operation, resource: 'pod', subresource: '' }
      const policy = { policy_level: 'privileged', policy_version: 'latest' }
      this.evaluations.with({ ...own, ...policy, decision: 'allow', mode: 'enforce' })
    }
  }

  exempt(attributes: AdmissionAttributes): void {
    this.exemptions.add(labelsOf(attributes))
  }

  evaluated(
    decision: 'allow' | 'deny',
    mode: 'enforce' | 'audit' | 'warn',
    policy: LevelVersion,
    attributes: AdmissionAttributes,
  ): void {
    const version = this.versionOf(policy)
    const own = { policy_level: policy.level, policy_version: version, decision, mode }
    this.evaluations.add({ ...labelsOf(attributes), ...own })
  }

  private get evaluations() {
    return this.registry.family('pod_security_evaluations_total')
  }
  private get exemptions() {
    return this.registry.family('pod_security_exemptions_total')
  }

  /** A release that is not there yet is the future; for the privileged all are alike. */
  private versionOf({ level, version }: LevelVersion): string {
    if (version === undefined || level === 'privileged') return 'latest'
    return version > this.minor ? 'future' : `v1.${version}`
  }
}

const labelsOf = ({ request, operation }: AdmissionAttributes) => ({
  request_operation: operation.toLowerCase(),
  resource: request.group === '' && request.resource === 'pods' ? 'pod' : 'controller',
  subresource: request.subresource,
})
