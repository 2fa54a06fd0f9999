import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { planExtension } from '../../component-base/plan-extension.ts'
import { mayActFor } from '../admission/authorized-signer.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { Foundation } from './foundation.ts'

/** What the rules of resources know of their server. */
export function serverContext(
  { config, clock, random, storage }: Foundation,
  metrics: RecordedRegistry,
  authorizer: Authorizer,
): ServerContext {
  const { base, size } = config.flags.portRange('service-node-port-range')
  const extension = planExtension(config.release, 'kube-apiserver', config.gates, config.flags)
  return {
    release: config.release,
    minCompatibility: config.minCompatibility,
    gates: extension.gates,
    extension,
    clock,
    random,
    storage,
    metrics,
    serviceCIDRs: config.serviceCIDRs.map((c) => c.text),
    nodePortRange: size > 0 ? { from: base, to: base + size - 1 } : { from: 30000, to: 32767 },
    allowPrivileged: config.flags.bool('allow-privileged'),
    eventTTL: config.flags.duration('event-ttl', 3_600_000) / 1000,
    maySign: (user, signerName) => mayActFor(authorizer, user, 'sign', signerName),
  }
}
