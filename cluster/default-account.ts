// Upstream: plugin/pkg/admission/serviceaccount/admission.go (shouldAutomount, getServiceAccount: no pod without its account)
import { isNotFound, type RestClient } from '../client/rest-client.ts'

const path = '/api/v1/namespaces/default/serviceaccounts/default'
/** Milliseconds of the real time, for a cluster whose own may stand. */
const [between, longest] = [5, 3000]

/**
 * Waits until the namespace `default` has the account that its pods need, which a controller makes: what a test does first may be
 * to create one. Where nobody makes it (a webhook is in the way, the controllers wait to be elected), the wait ends without it.
 */
export async function untilDefaultAccount(
  client: RestClient,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const start = performance.now(); performance.now() - start < longest; ) {
    try {
      await client.get(path, signal)
      return
    } catch (error) {
      if (!isNotFound(error)) return
    }
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}
