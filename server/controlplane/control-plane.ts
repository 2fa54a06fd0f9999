// Upstream: pkg/controlplane/apiserver/server.go (New: post start hooks)
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Foundation } from '../apiserver-parts/foundation.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { controlplaneDialect } from './dialect.ts'
import { IdentityLease } from './identity-lease.ts'
import { collectIdentityLeases } from './identity-lease-gc.ts'
import { OwnObjects } from './own-objects.ts'
import { type Periodic, periodically } from './periodically.ts'
import { serverIdentity } from './server-identity.ts'

/** What goes on while a server serves. */
interface Part {
  start(): Promise<void>
  stop(): Promise<void>
}

/** What a server tells the others of its control plane, and hears of them. */
export class ControlPlane {
  private readonly parts: readonly Part[]

  constructor(apiserver: GenericAPIServer, foundation: Foundation) {
    const { config, random, hostname } = foundation
    const id = gateEnabled(config.gates, 'APIServerIdentity')
      ? serverIdentity(hostname, config.release.minor, random)
      : ''
    this.parts = id === '' ? [] : identityParts(apiserver, foundation, id)
  }

  async start(): Promise<void> {
    for (const part of this.parts) await part.start()
  }

  /** Takes back what is of this server alone; a store that is gone already keeps it. */
  async stop(): Promise<void> {
    for (const part of this.parts.toReversed()) await part.stop().catch(() => {})
  }
}

function identityParts(apiserver: GenericAPIServer, foundation: Foundation, id: string): Part[] {
  const leases = OwnObjects.of(apiserver, 'coordination.k8s.io', 'v1', 'leases')
  if (leases === undefined) return []
  return [identityLease(leases, foundation, id), identityLeaseGC(leases, foundation)]
}

function identityLease(
  leases: OwnObjects,
  { config, random, clock, hostname }: Foundation,
  id: string,
): Part {
  const { identityLeaseLabel, labelsHostname, keepsIdentityLease } = controlplaneDialect(config.release.minor)
  return new IdentityLease(leases, clock, {
    name: id,
    holder: labelsHostname ? `${id}_${random.uuid()}` : id,
    labels: {
      [identityLeaseLabel]: 'kube-apiserver',
      ...(labelsHostname ? { 'kubernetes.io/hostname': hostname } : {}),
    },
    annotations: {},
    durationSeconds: durationSeconds(config),
    renewMs: config.flags.number('identity-lease-renew-interval-seconds', 10) * 1000,
    stays: keepsIdentityLease,
  })
}

function identityLeaseGC(leases: OwnObjects, { config, clock }: Foundation): Part {
  const { collectedLeases } = controlplaneDialect(config.release.minor)
  const collect = (): Promise<void> => collectIdentityLeases(leases, collectedLeases, clock.now())
  let rounds: Periodic | undefined
  return {
    async start() {
      rounds = periodically(clock, durationSeconds(config) * 1000, collect)
      await rounds.first
    },
    stop: async () => rounds?.stop(),
  }
}

/** Flags say it up to 1.25. */
const durationSeconds = ({ flags }: Foundation['config']): number =>
  flags.number('identity-lease-duration-seconds', 3600)
