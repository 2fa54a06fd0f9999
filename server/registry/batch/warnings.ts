// Upstream: pkg/api/job/warnings.go
import type { CronJob, JobSpec } from '../../../api/batch-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { hostnameWarnings } from '../apps/template.ts'
import { registryDialect } from '../dialect.ts'
import type { RequestContext } from '../generic/strategy.ts'
import { templateWarnings } from '../pod/warnings.ts'

const completionsSoftLimit = 100_000
const parallelismSoftLimit = 10_000
const cronSpecPath = FieldPath.of('spec', 'jobTemplate', 'spec')
// Upstream's own slip: the field is `spec.schedule`.
const schedulePath = FieldPath.of('spec', 'spec', 'schedule')

/** The warnings about the spec of a Job, wherever it stands. */
export function jobSpecWarnings(ctx: RequestContext, path: FieldPath, spec: JobSpec): string[] {
  const isVast =
    registryDialect(ctx.server.release.minor).warnsOfVastJobs &&
    spec.completionMode === 'Indexed' &&
    (spec.completions ?? 0) > completionsSoftLimit &&
    (spec.parallelism ?? 0) > parallelismSoftLimit
  return [
    ...(isVast
      ? [
          `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
        ]
      : []),
    ...templateWarnings(path.child('template'), spec.template, ctx.server),
  ]
}

const cronSpecOf = (object: KubeObject) => (object as unknown as CronJob).spec ?? {}
const jobWarningsOf = (ctx: RequestContext, object: KubeObject): string[] =>
  jobSpecWarnings(ctx, cronSpecPath, cronSpecOf(object).jobTemplate?.spec ?? {})

const zoneWarnings = (object: KubeObject, text: string): string[] =>
  cronSpecOf(object).schedule?.includes('TZ')
    ? [`${text}, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`]
    : []
const unofficialZone = `CRON_TZ or TZ used in ${schedulePath} is not officially supported`

/** The warnings about a new CronJob. */
export const newCronJobWarnings = (ctx: RequestContext, object: KubeObject): string[] => [
  ...hostnameWarnings(object.metadata.name ?? '', ctx.server.release.minor),
  ...jobWarningsOf(ctx, object),
  ...(registryDialect(ctx.server.release.minor).refusesZonesInSchedules
    ? []
    : zoneWarnings(object, unofficialZone)),
]

/** The warnings about a CronJob that is updated: those of its Jobs only where its generation grew. */
export const changedCronJobWarnings = (
  ctx: RequestContext,
  object: KubeObject,
  old: KubeObject,
): string[] => [
  ...(object.metadata.generation === old.metadata.generation ? [] : jobWarningsOf(ctx, object)),
  ...zoneWarnings(
    object,
    registryDialect(ctx.server.release.minor).refusesZonesInSchedules
      ? `cannot use TZ or CRON_TZ in ${schedulePath}, use timeZone instead`
      : unofficialZone,
  ),
]
