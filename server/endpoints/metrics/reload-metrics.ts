// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/{authentication,authorization}config/metrics/metrics.go
import type { Clock } from '../../../component-base/clock.ts'
import { metricFamilies } from '../../../component-base/metrics/metric-families.ts'
import type {
  MetricDefinition,
  MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import { hashOf } from './hash-of.ts'

const definitions = (what: string, stage: string) =>
  ({
    reloads: {
      name: `apiserver_${what}_config_controller_automatic_reloads_total`,
      help: `[${stage}] Total number of automatic reloads of ${what} configuration split by status and apiserver identity.`,
      type: 'counter',
      labels: ['status', 'apiserver_id_hash'],
    },
    reloaded: {
      name: `apiserver_${what}_config_controller_automatic_reload_last_timestamp_seconds`,
      help: `[${stage}] Timestamp of the last automatic reload of ${what} configuration split by status and apiserver identity.`,
      type: 'gauge',
      labels: ['status', 'apiserver_id_hash'],
    },
    loaded: {
      name: `apiserver_${what}_config_controller_last_config_info`,
      help: `[ALPHA] Information about the last applied ${what} configuration with hash as label, split by apiserver identity.`,
      type: 'gauge',
      labels: ['apiserver_id_hash', 'hash'],
    },
  }) satisfies Record<string, MetricDefinition>

/** The server that has a configuration. */
export interface ReloadingServer {
  readonly minor: number
  /** The stability of the metrics about reloads: `BETA`. */
  readonly stage: string
  /** The server's identity, `apiserver-…`; empty: it has none. */
  readonly identity: string
  readonly clock: Clock
}

/** Counts how the file of a configuration is read again. */
export class ReloadMetrics {
  /** The label of the server: the hash of its identity. */
  readonly server: string
  private readonly families: Readonly<Record<keyof ReturnType<typeof definitions>, MetricFamily>>
  private readonly clock: Clock

  constructor(
    what: 'authentication' | 'authorization',
    { minor, stage, identity, clock }: ReloadingServer,
    registry: MetricRegistry,
  ) {
    this.families = metricFamilies(definitions(what, stage), minor, registry)
    this.server = hashOf(identity)
    this.clock = clock
  }

  /** A text of the file is in use. */
  loaded(text: string): void {
    this.families.loaded.remove({})
    this.families.loaded.set({ apiserver_id_hash: this.server, hash: hashOf(text) }, 1)
  }

  /** The file was read again. */
  reloaded(status: 'success' | 'failure'): void {
    const labels = { status, apiserver_id_hash: this.server }
    this.families.reloads.add(labels)
    this.families.reloaded.set(labels, this.clock.now() / 1000)
  }
}
