// Upstream: apiserver/pkg/storage/storagebackend/factory/etcd3.go (newETCD3HealthCheck)
import type { Clock } from '../../../component-base/clock.ts'
import type { EtcdCalls } from './etcd-calls.ts'
import type { KeySpace } from './key-space.ts'

/** Milliseconds between two checks of etcd, and milliseconds that a check may take. */
const [every, timeout] = [2000, 2000]

/** The result of checking etcd from time to time, for /healthz and /readyz. */
export class EtcdHealth {
  private readonly client: Pick<EtcdCalls, 'range'>
  private readonly key: Buffer
  private readonly clock: Clock
  private error: string | undefined
  private cancel = (): void => {}
  private stopped = false

  constructor(client: Pick<EtcdCalls, 'range'>, keys: KeySpace, clock: Clock) {
    this.client = client
    this.key = keys.outer('/registry/health')
    this.clock = clock
    this.later()
  }

  failure(): string | undefined {
    return this.error
  }

  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private later(): void {
    if (!this.stopped) this.cancel = this.clock.setTimeout(() => void this.look(), every)
  }

  private async look(): Promise<void> {
    try {
      await this.client.range({ key: this.key }, timeout)
      this.error = undefined
    } catch (error) {
      this.error = `error getting data from etcd: ${(error as Error).message}`
    }
    this.later()
  }
}
