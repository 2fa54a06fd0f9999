import { Quantity, QuantityError } from '../../apimachinery/quantity.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { noUsage, type Usage } from './measurements.ts'

/** Reads `--metrics-usage`, as `cpu=5m,memory=16Mi`: what a container uses that nothing is said of. Throws FlagError. */
export function parseUsage(text: string): Usage {
  const usage: Record<string, Quantity> = { ...noUsage }
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [name = '', amount = ''] = part.split('=', 2).map((one) => one.trim())
    if (!Object.hasOwn(noUsage, name)) throw wrong(text, `${JSON.stringify(name)} is not measured`)
    usage[name] = amountOf(text, amount)
  }
  return usage as Usage
}

function amountOf(text: string, amount: string): Quantity {
  try {
    const parsed = Quantity.parse(amount)
    if (parsed.sign < 0) throw wrong(text, `${amount} is less than nothing`)
    return parsed
  } catch (error) {
    if (error instanceof QuantityError) throw wrong(text, `${JSON.stringify(amount)} is no quantity`)
    throw error
  }
}

const wrong = (text: string, why: string): FlagError =>
  new FlagError(`--metrics-usage ${text}: ${why}; write amounts of cpu and memory, as cpu=5m,memory=16Mi`)
