// Upstream: apimachinery/pkg/util/intstr/intstr.go

/** The number in an IntOrString: a count, or a percentage (`25%`) of `total`, rounded. */
export function scaledValue(value: number | string, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const exact = (Number(value.replace('%', '')) * total) / 100
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact)
}
