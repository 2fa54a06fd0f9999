// Upstream: apimachinery/pkg/util/intstr/intstr.go

/** A count, or a share (`25%`) of `total`, rounded. */
export function scaledValue(value: number | string, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const exact = (Number(value.replace('%', '')) * total) / 100
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact)
}
