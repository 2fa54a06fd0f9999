// What the schema cannot say of a plan's metrics: whether those that are there already are, and the order of their lives.
import { metricNames } from '../../component-base/metric-names.ts'
import { minorOf } from '../../component-base/minor.ts'
import { orderFindings } from '../order-of-life.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease, recordedSpecs } from '../recorded-gates.ts'
import type { PositionedYaml } from '../yaml-positions.ts'
import type { PlannedMetricLife } from './planned-metric.ts'

type At = (key: string, text: string) => string

/** Series that a metric begins with at most: upstream's metrics are counted by hundreds, and each is a line of every scrape. */
const mostSeries = 500

/** Findings about a plan's metrics, each as `file:line:column: what`. */
export function checkMetrics(plan: RawPlan, yaml: PositionedYaml): string[] {
  const metrics = plan.metrics ?? []
  const known = metricNames(minorOf(newestRelease()))
  return metrics.flatMap((metric, i) => {
    const at: At = (key, text) => `${yaml.at(['metrics', i, key])}: ${text}`
    const others = metrics.filter((one, j) => j !== i && one.component === metric.component)
    const twice = others.some((one) => one.name === metric.name && metrics.indexOf(one) < i)
    const taken = others.some((one) => [one.name, one.renamed?.to].includes(metric.renamed?.to ?? ''))
    const { from, renamed, deprecated, removedIn } = metric
    const steps = { from, renamed: renamed?.from, deprecated: deprecated?.from, removedIn }
    return [
      ...(twice ? [at('name', `the plan has the metric ${metric.name} of ${metric.component} twice`)] : []),
      ...(taken ? [at('renamed', `the plan has another metric ${metric.renamed!.to}`)] : []),
      ...existenceFindings(metric, known, at),
      ...gateFindings(metric, plan, at),
      ...shapeFindings(metric, at),
      ...orderFindings(steps, plan.lastRelease, at),
    ]
  })
}

function existenceFindings(
  { component, name, from, ...life }: PlannedMetricLife,
  known: readonly string[],
  at: At,
): string[] {
  const newest = newestRelease()
  const { renamed } = life
  const taken = renamed !== undefined && known.includes(renamed.to) ? [renamed.to] : []
  const clash = taken.map((to) => at('renamed', `${newest} has a metric ${to} already`))
  if (from !== undefined && known.includes(name))
    return [at('from', `${newest} has a metric ${name}`), ...clash]
  if (from === undefined && !known.includes(name))
    return [
      at(
        'name',
        `${component} has no metric ${name} in ${newest}: say with from, type and help when it appears`,
      ),
      ...clash,
    ]
  const ofNew = ['type', 'stability', 'help', 'labels', 'buckets', 'gate'] as const
  if (from !== undefined)
    return [
      ...(['type', 'help'] as const)
        .filter((key) => life[key] === undefined)
        .map((key) => at('from', `${name} is new: it needs a ${key}`)),
      ...clash,
    ]
  const own = ofNew.filter((key) => life[key] !== undefined)
  if (own.length > 0) return own.map((key) => at(key, `${name} is recorded: its ${key} is not the plan's`))
  const said = [renamed, life.deprecated, life.removedIn].some((step) => step !== undefined)
  return said ? clash : [at('name', `say what becomes of ${name}: from, renamed, deprecated or removedIn`)]
}

function gateFindings({ gate: name, component }: PlannedMetricLife, plan: RawPlan, at: At): string[] {
  if (name === undefined) return []
  const gate = plan.gates?.find((one) => one.name === name)
  if (gate === undefined && recordedSpecs(name).length === 0)
    return [at('gate', `neither the plan nor ${newestRelease()} has a gate ${name}`)]
  return gate === undefined || gate.components.some((one) => one === component)
    ? []
    : [at('gate', `${component} asks the gate, and does not honour ${name}: add it to the gate's components`)]
}

function shapeFindings({ type, labels = {}, buckets }: PlannedMetricLife, at: At): string[] {
  const series = Object.values(labels).reduce((count, values) => count * values.length, 1)
  const rising = (buckets ?? []).every((bound, i, all) => i === 0 || all[i - 1]! < bound)
  return [
    ...(series > mostSeries ? [at('labels', `${series} series are too many: at most ${mostSeries}`)] : []),
    ...(Object.hasOwn(labels, 'le') ? [at('labels', "le is the label of a histogram's bounds")] : []),
    ...(buckets !== undefined && type !== 'histogram'
      ? [at('buckets', `buckets is for histograms, not for a ${type}`)]
      : []),
    ...(rising ? [] : [at('buckets', 'each bound has to be above the one before it')]),
  ]
}
