// How long a command waits where upstream's waits for ever.
import { realClock } from '../../component-base/clock.ts'
import { NotSimulatedError } from '../errors.ts'
import type { KubectlHost } from '../host.ts'

/** Of what a host gives a watch: programs sleep between two lines. */
const times = 60

/** Ends a wait that nobody else ends, as a document has nobody who types; never on a host that ends no watches. */
export class Patience {
  private readonly host: KubectlHost
  private readonly ended = new AbortController()
  private cancel: () => void = () => {}

  constructor(host: KubectlHost) {
    this.host = host
    host.signal?.addEventListener('abort', this.end)
    this.anew()
  }

  private readonly end = (): void => this.ended.abort()

  /** Aborts when nothing has come for long, or with the host's. */
  get signal(): AbortSignal {
    return this.ended.signal
  }

  /** Something has come. */
  anew(): void {
    this.cancel()
    const { watchQuietMs, setTimeout = realClock.setTimeout } = this.host
    if (watchQuietMs !== undefined) this.cancel = setTimeout(this.end, watchQuietMs * times)
  }

  /** @param what goes on, as `container c` @throws NotSimulatedError where it was given up */
  mustNotBeOver(what: string): void {
    if (this.signal.aborted && this.host.signal?.aborted !== true)
      throw new NotSimulatedError(
        `${what}: this waits until somebody types or ends it, and nobody does here; end it in the document, or do not join it`,
      )
  }

  /** To be called at the end. */
  close(): void {
    this.cancel()
    this.host.signal?.removeEventListener('abort', this.end)
  }
}
