// Upstream: kubectl/pkg/generate/versioned, kubectl/pkg/cmd/create/create_quota.go (populateResourceListV1)
import { canonicalQuantity, QuantityError } from '../../apimachinery/quantity.ts'
import { KubectlError } from '../errors.ts'

/** The amounts of `cpu=1,memory=2Gi` by resource. Throws with kubectl's text where a part is no pair, or an amount no quantity. */
export function resourceList(text: string): Record<string, string> {
  const pairs = text.split(',').filter((part) => part !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', amount = '', ...more] = pair.split('=')
      if (more.length > 0 || !pair.includes('='))
        throw new KubectlError(`Invalid argument syntax ${pair}, expected <resource>=<value>`)
      checkAmount(amount)
      return [name, amount]
    }),
  )
}

function checkAmount(amount: string): void {
  try {
    canonicalQuantity(amount)
  } catch (error) {
    throw error instanceof QuantityError ? new KubectlError(error.message) : error
  }
}
