import type { HPAScalingPolicy, HPAScalingRules } from '../../api/autoscaling-v2.ts'
import type { With } from '../../apimachinery/with.ts'

// Upstream: pkg/controller/podautoscaler/horizontal.go (normalizeDesiredReplicas…), pkg/apis/autoscaling/v2/defaults.go

type Policy = With<HPAScalingPolicy, 'type' | 'value' | 'periodSeconds'>
/** autoscaling/v2 HPAScalingRules. */
export type ScalingRules = Omit<HPAScalingRules, 'policies'> & { policies?: Policy[] }
/** autoscaling/v2 HorizontalPodAutoscalerBehavior. */
export interface Behavior {
  scaleUp?: ScalingRules
  scaleDown?: ScalingRules
}
/** The numbers of replicas that a recommendation is limited by. */
export interface Bounds {
  current: number
  min: number
  max: number
}
interface Said {
  status: 'True' | 'False'
  reason: string
  message: string
}
/** The replicas to set, and the conditions AbleToScale and ScalingLimited that explain them. */
export interface Normalized {
  replicas: number
  able: Said
  limited: Said
}
interface Timed {
  at: number
  value: number
}

const upDefaults = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const downDefaults = {
  stabilizationWindowSeconds: 300,
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
}
/** The default of --horizontal-pod-autoscaler-downscale-stabilization, in milliseconds. */
const stabilizationMs = 300_000
const longestPeriodMs = 3_600_000

/** The recommendations and scalings of an autoscaler in the past, which limit the next one. */
export class ScalingHistory {
  private recommendations: Timed[] = []
  /** Replicas that were added; negative: taken away. */
  private changes: Timed[] = []

  /** Before the first look at metrics. */
  begin(current: number, now: number): void {
    if (this.recommendations.length === 0) this.recommendations.push({ at: now, value: current })
  }

  scaled(by: number, now: number): void {
    this.changes = [...this.changes.filter(({ at }) => now - at <= longestPeriodMs), { at: now, value: by }]
  }

  normalize(desired: number, bounds: Bounds, behavior: Behavior | undefined, now: number): Normalized {
    const up = { ...upDefaults, ...behavior?.scaleUp }
    const down = { ...downDefaults, ...behavior?.scaleDown }
    const stable =
      behavior === undefined ? this.highest(desired, now) : this.stabilized(desired, bounds, up, down, now)
    this.recommendations = [
      ...this.recommendations.filter(({ at }) => now - at <= longestPeriodMs),
      { at: now, value: desired },
    ]
    const able: Said =
      stable === desired
        ? { status: 'True', reason: 'ReadyForNewScale', message: 'recommended size matches current size' }
        : stabilizing(behavior !== undefined && desired >= bounds.current)
    const { replicas, reason, message } =
      behavior === undefined ? byRules(stable, bounds) : this.byRates(stable, bounds, up, down, now)
    return { replicas, able, limited: { status: replicas === stable ? 'False' : 'True', reason, message } }
  }

  private since(ms: number, now: number): number[] {
    return this.recommendations.filter(({ at }) => now - at < ms).map(({ value }) => value)
  }

  private highest(desired: number, now: number): number {
    return Math.max(desired, ...this.since(stabilizationMs, now))
  }

  private stabilized(
    desired: number,
    { current }: Bounds,
    up: typeof upDefaults,
    down: typeof downDefaults,
    now: number,
  ): number {
    const lowest = Math.min(desired, ...this.since(up.stabilizationWindowSeconds * 1000, now))
    const highest = Math.max(desired, ...this.since(down.stabilizationWindowSeconds * 1000, now))
    return Math.min(Math.max(current, lowest), highest)
  }

  private byRates(
    desired: number,
    { current, min, max }: Bounds,
    up: typeof upDefaults,
    down: typeof downDefaults,
    now: number,
  ): Limit {
    if (desired > current) {
      const limit = Math.max(current, this.limit(current, up, 1, now))
      const slower = max > limit
      const allowed = slower ? limit : max
      if (desired > allowed) return { replicas: allowed, ...(slower ? tooFastUp : tooMany) }
    } else if (desired < current) {
      const limit = Math.min(current, this.limit(current, down, -1, now))
      const slower = min < limit
      const allowed = slower ? limit : min
      if (desired < allowed) return { replicas: allowed, ...(slower ? tooFastDown : tooFew) }
    }
    return { replicas: desired, ...within }
  }

  /** The number of replicas that the scaling policies allow at most (scaling up) or at least (scaling down). */
  private limit(current: number, rules: typeof upDefaults, sign: 1 | -1, now: number): number {
    if (rules.selectPolicy === 'Disabled') return current
    const proposals = rules.policies.map(({ type, value, periodSeconds }) => {
      const changed = this.changes.filter(({ at }) => now - at < periodSeconds * 1000)
      const start = current - changed.reduce((sum, one) => sum + one.value, 0)
      if (type === 'Pods') return start + sign * value
      const next = start * (1 + (sign * value) / 100)
      return sign > 0 ? Math.ceil(next) : Math.trunc(next)
    })
    // The change that is chosen is the largest or the smallest, whatever its direction.
    const largest = (rules.selectPolicy === 'Min') !== sign > 0
    return largest ? Math.max(...proposals) : Math.min(...proposals)
  }
}

const stabilizing = (upwards: boolean): Said => ({
  status: 'True',
  reason: upwards ? 'ScaleUpStabilized' : 'ScaleDownStabilized',
  message: upwards
    ? 'recent recommendations were lower than current one, applying the lowest recent recommendation'
    : 'recent recommendations were higher than current one, applying the highest recent recommendation',
})

interface Limit {
  replicas: number
  reason: string
  message: string
}
const within = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
}
const tooMany = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
}
const tooFew = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
}
const tooFastUp = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
}
const tooFastDown = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
}

function byRules(desired: number, { current, min, max }: Bounds): Limit {
  const limit = Math.max(2 * current, 4)
  if (desired < min) return { replicas: min, ...tooFew }
  const slower = max > limit
  const allowed = slower ? limit : max
  return desired > allowed
    ? { replicas: allowed, ...(slower ? tooFastUp : tooMany) }
    : { replicas: desired, ...within }
}
