// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/manifest/metrics/metrics.go
import type { Clock } from '../../../component-base/clock.ts'
import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Metric } from '../../../component-base/metrics/metrics-text.ts'
import { hashOf } from '../../endpoints/metrics/hash-of.ts'

const prefix = 'apiserver_manifest_admission_config_controller'
const definitions = {
  reloads: {
    name: `${prefix}_automatic_reloads_total`,
    help: '[ALPHA] Total number of automatic reloads of admission manifest configuration split by status, plugin, and apiserver identity.',
    type: 'counter',
    labels: ['status', 'plugin', 'apiserver_id_hash'],
  },
  reloaded: {
    name: `${prefix}_automatic_reload_last_timestamp_seconds`,
    help: '[ALPHA] Timestamp of the last automatic reload of admission manifest configuration split by status, plugin, and apiserver identity.',
    type: 'gauge',
    labels: ['status', 'plugin', 'apiserver_id_hash'],
  },
  config: {
    name: `${prefix}_last_config_info`,
    help: '[ALPHA] Information about the last applied admission manifest configuration with hash as label, split by plugin and apiserver identity.',
    type: 'gauge',
    labels: ['plugin', 'apiserver_id_hash', 'hash'],
  },
} satisfies Record<string, MetricDefinition>

/** Counts how often the folders of manifests were read; shown where there is one. */
export class ManifestMetrics {
  private readonly registry = new MetricRegistry()
  private readonly families: Readonly<Record<keyof typeof definitions, MetricFamily>>
  private readonly hashes = new Map<string, string>()
  private readonly clock: Clock
  private readonly server: string

  /** @param identity of the server: `apiserver-…` */
  constructor(identity: string, clock: Clock) {
    this.families = {
      reloads: this.registry.register(definitions.reloads),
      reloaded: this.registry.register(definitions.reloaded),
      config: this.registry.register(definitions.config),
    }
    this.server = hashOf(identity)
    this.clock = clock
  }

  metrics(): Metric[] {
    return this.registry.metrics()
  }

  failed(plugin: string): void {
    this.count('failure', plugin)
  }

  /** @param hash of all files of the folder */
  loaded(plugin: string, hash: string): void {
    this.count('success', plugin)
    const of = { plugin, apiserver_id_hash: this.server }
    const before = this.hashes.get(plugin)
    if (before !== undefined) this.families.config.remove({ ...of, hash: before })
    this.hashes.set(plugin, hash)
    this.families.config.set({ ...of, hash }, 1)
  }

  private count(status: string, plugin: string): void {
    const labels = { status, plugin, apiserver_id_hash: this.server }
    this.families.reloads.add(labels)
    this.families.reloaded.set(labels, this.clock.now() / 1000)
  }
}
