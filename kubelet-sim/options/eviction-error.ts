// Upstream: pkg/kubelet/eviction/helpers.go (parseThresholdStatement)
import { Quantity } from '../../apimachinery/quantity.ts'

const signals = [
  'memory.available',
  'allocatableMemory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
]

/** The error about thresholds by their signals, or undefined. */
export function evictionError(thresholds: Readonly<Record<string, string>> = {}): string | undefined {
  for (const [signal, value] of Object.entries(thresholds)) {
    const error = signals.includes(signal)
      ? thresholdError(signal, String(value))
      : `unsupported eviction signal ${signal}`
    if (error !== undefined) return error
  }
  return undefined
}

function thresholdError(signal: string, value: string): string | undefined {
  if (value.endsWith('%')) return percentageError(signal, value)
  try {
    const quantity = Quantity.parse(value)
    return quantity.unscaled > 0n ? undefined : `eviction threshold ${signal} must be positive: ${quantity}`
  } catch (error) {
    return (error as Error).message
  }
}

function percentageError(signal: string, value: string): string | undefined {
  const number = value.slice(0, -1)
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(number))
    return `strconv.ParseFloat: parsing ${JSON.stringify(number)}: invalid syntax`
  if (Number(number) < 0) return `eviction percentage threshold ${signal} must be >= 0%: ${value}`
  return Number(number) > 100
    ? `eviction percentage threshold ${signal} must be <= 100%: ${value}`
    : undefined
}
