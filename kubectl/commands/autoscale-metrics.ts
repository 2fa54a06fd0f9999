// What an autoscaler is to hold its pods to, of the command line. Upstream: kubectl/pkg/cmd/autoscale/autoscale.go (parseResourceInput)
import { Quantity } from '../../apimachinery/quantity.ts'
import { parseFloatNumber, parseInteger } from '../../component-base/go/numbers.ts'
import { trimSpace } from '../../component-base/go/quote.ts'
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

/** autoscaling/v2 MetricTarget: percent of what is requested, or a quantity for each pod. */
type MetricTarget =
  | { averageUtilization: number; type: 'Utilization' }
  | { averageValue: string; type: 'AverageValue' }
/** autoscaling/v2 MetricSpec of a resource. */
interface ResourceMetric {
  resource: { name: string; target: MetricTarget }
  type: 'Resource'
}

/** The unit of a number without one. */
const units = { cpu: 'm', memory: 'Mi' } as const
type Resource = keyof typeof units

/** The metrics that --cpu-percent, --cpu and --memory ask for. Throws a KubectlError for what they cannot be. */
export function metricsOf({ flags, minor }: Session): ResourceMetric[] {
  const percent = flags.number('cpu-percent', -1)
  const ofPercent = (least: number): ResourceMetric[] =>
    percent < least ? [] : [metric('cpu', { averageUtilization: percent, type: 'Utilization' })]
  if (!commandDialect(minor).autoscalesByQuantities) return ofPercent(0)
  const given = (resource: Resource): ResourceMetric[] => {
    const text = flags.string(resource)
    return text === '' ? [] : [metric(resource, targetOf(resource, text))]
  }
  if (percent > 0 && flags.string('cpu') !== '')
    throw new KubectlError('--cpu-percent and --cpu are mutually exclusive')
  return [...ofPercent(1), ...given('cpu'), ...given('memory')]
}

const metric = (name: Resource, target: MetricTarget): ResourceMetric => ({
  resource: { name, target },
  type: 'Resource',
})

function targetOf(resource: Resource, given: string): MetricTarget {
  const text = trimSpace(given)
  if (text === '') throw new KubectlError('empty input')
  if (text.endsWith('%')) return { averageUtilization: percentage(text.slice(0, -1)), type: 'Utilization' }
  const number = floatOf(text)
  const averageValue =
    number === undefined
      ? quantity(text, `invalid resource ${resource} value: ${text}`)
      : quantity(`${shortestFloat(number)}${units[resource]}`)
  return { averageValue, type: 'AverageValue' }
}

function percentage(text: string): number {
  try {
    const value = Number(parseInteger(text, 10, 32))
    if (value >= 0) return value
  } catch {
    // The error is the same for what is no number.
  }
  throw new KubectlError(`invalid percentage value: ${text}`)
}

function floatOf(text: string): number | undefined {
  try {
    return parseFloatNumber(text, 64)
  } catch {
    return undefined
  }
}

/** fmt's %g. With an exponent, which it has from a million on, a number with a unit is no quantity: kubectl refuses it, too. */
function shortestFloat(value: number): string {
  const size = Math.abs(value)
  return size === 0 || (size >= 1e-4 && size < 1e6) ? String(value) : value.toExponential()
}

function quantity(text: string, refused?: string): string {
  try {
    return Quantity.parse(text).toString()
  } catch (error) {
    throw new KubectlError(refused ?? (error as Error).message)
  }
}
