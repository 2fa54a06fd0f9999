import { usageAmount } from '../../apimachinery/container-usage.ts'
import type { Quantity } from '../../apimachinery/quantity.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { noUsage, type Usage } from './measurements.ts'

/** Reads `--metrics-usage`, as `cpu=5m,memory=16Mi`: what a container uses that nothing is said of. Throws FlagError. */
export function parseUsage(text: string): Usage {
  const usage: Record<string, Quantity> = { ...noUsage }
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [name = '', given = ''] = part.split('=', 2).map((one) => one.trim())
    if (!Object.hasOwn(noUsage, name)) throw wrong(text, `${JSON.stringify(name)} is not measured`)
    const amount = usageAmount(given)
    if (amount === undefined) throw wrong(text, `${JSON.stringify(given)} is no amount of ${name}`)
    usage[name] = amount
  }
  return usage as Usage
}

const wrong = (text: string, why: string): FlagError =>
  new FlagError(`--metrics-usage ${text}: ${why}; write amounts of cpu and memory, as cpu=5m,memory=16Mi`)
