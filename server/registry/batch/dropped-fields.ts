// Upstream: pkg/registry/batch/{job,cronjob}/strategy.go (PrepareForCreate, PrepareForUpdate)
import type { CronJobSpec, JobSpec } from '../../../api/batch-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { registryDialect } from '../dialect.ts'
import type { ServerContext } from '../generic/strategy.ts'

/** Gates and the fields of a Job that they guard. */
const guarded: readonly (readonly [string, readonly (keyof JobSpec)[]])[] = [
  ['JobPodFailurePolicy', ['podFailurePolicy']],
  ['JobBackoffLimitPerIndex', ['backoffLimitPerIndex', 'maxFailedIndexes']],
  ['JobPodReplacementPolicy', ['podReplacementPolicy']],
  ['JobSuccessPolicy', ['successPolicy']],
]

const specOf = <T>(object: KubeObject | undefined): T => (object?.['spec'] ?? {}) as T

/** Removes fields of a Job, in place, whose gates are off and that the stored job does not have. */
export function dropJobFields(
  object: KubeObject,
  old: KubeObject | undefined,
  { gates, release }: ServerContext,
): void {
  const [spec, before] = [specOf<JobSpec>(object), specOf<JobSpec>(old)]
  for (const [gate, names] of guarded) {
    if (gateEnabled(gates, gate)) continue
    for (const name of names) if (before[name] == null) delete spec[name]
  }
  if (old !== undefined) return
  // Validation refuses to change these two of a stored job, so an update drops nothing of them.
  if (!gateEnabled(gates, 'JobManagedBy')) delete spec.managedBy
  const keepsRules =
    gateEnabled(gates, 'JobBackoffLimitPerIndex') || !registryDialect(release.minor).knowsFailIndex
  const policy = keepsRules ? undefined : spec.podFailurePolicy
  if (policy?.rules != null) policy.rules = policy.rules.filter(({ action }) => action !== 'FailIndex')
}

/** As {@link dropJobFields}, of a CronJob. */
export function dropCronJobFields(
  object: KubeObject,
  old: KubeObject | undefined,
  gates: FeatureGateReader,
): void {
  if (gateEnabled(gates, 'CronJobTimeZone') || specOf<CronJobSpec>(old).timeZone != null) return
  delete specOf<CronJobSpec>(object).timeZone
}
