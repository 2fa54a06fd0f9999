// Most services are the same in the next state: decoding them is most of a client's work.
import type { ServiceEndpoints } from '../messages.ts'

/** Keeps the services of the last state by their bytes. */
export class DecodedItems {
  private known = new Map<string, ServiceEndpoints>()

  /** Decodes a whole state; what was in the last one is the same object again. @param decode null for what is no service */
  next(all: readonly Buffer[], decode: (bytes: Buffer) => ServiceEndpoints | null): ServiceEndpoints[] {
    const now = new Map<string, ServiceEndpoints>()
    const items: ServiceEndpoints[] = []
    for (const bytes of all) {
      const text = bytes.toString('latin1')
      const item = now.get(text) ?? this.known.get(text) ?? decode(bytes)
      if (item === null) continue
      now.set(text, item)
      items.push(item)
    }
    this.known = now
    return items
  }
}
