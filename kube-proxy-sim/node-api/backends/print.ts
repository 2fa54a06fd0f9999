// The smallest backend: every state as lines of JSON below a line that counts the services.
import type { StateHandler } from '../client/endpoints-client.ts'
import type { ServiceEndpoints } from '../messages.ts'

/**
 * A backend that prints each state. @param write gets whole lines @param now the time of the head line (RFC 3339); left out
 * without it
 */
export function printBackend(write: (text: string) => void, now?: () => string): StateHandler {
  return (items) => {
    const head = `# ${items.length} services${now === undefined ? '' : ` at ${now()}`}\n`
    write(head + items.map(line).join(''))
  }
}

/** The name comes first. */
const line = ({ Namespace, Name, ...item }: ServiceEndpoints): string =>
  `${JSON.stringify({ Namespace, Name, ...item })}\n`
