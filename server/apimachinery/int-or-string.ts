// Upstream: staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go

/** A number, or a text such as a port's name or `25%`. */
export type IntOrString = number | string

/** The percentage as a number: 25 for `25%`; undefined for anything else. */
export function percentOf(value: IntOrString): number | undefined {
  const match = typeof value === 'string' ? /^[+-]?\d+%$/.exec(value) : null
  return match === null ? undefined : Number(match[0].slice(0, -1))
}

/**
 * The number, a percentage of `total` rounded up or down. Throws with upstream's text where `value` is neither
 * (upstream: GetScaledValueFromIntOrPercent).
 */
export function scaledValue(value: IntOrString, total: number, roundUp: boolean): number {
  if (typeof value === 'number') return value
  if (!value.endsWith('%'))
    throw new Error('invalid value for IntOrString: invalid type: string is not a percentage')
  const percent = percentOf(value)
  if (percent === undefined)
    throw new Error(
      `invalid value for IntOrString: invalid value ${JSON.stringify(value)}: strconv.Atoi: parsing ${JSON.stringify(value.slice(0, -1))}: invalid syntax`,
    )
  const exact = (percent * total) / 100
  return roundUp ? Math.ceil(exact) : Math.floor(exact)
}
