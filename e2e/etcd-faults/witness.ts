import type { WatchCall } from '../../server/storage/etcd/etcd-calls.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'

/** A change as etcd has it. `text`: what a writer put there; undefined: the key was deleted. */
export interface Change {
  readonly revision: number
  readonly name: string
  readonly text: string | undefined
}

/** What a writer puts into an object, each text once: found in the stored bytes, whatever their form. */
export const textOf = (writer: number, number: number): string => `text-${writer}-${number}-end`
const textPattern = /text-\d+-\d+-end/

/** All changes of the writers' objects in the order of etcd, as etcd itself tells them: what servers and watchers say is held against it. */
export class Witness {
  readonly changes: Change[] = []
  private readonly client: EtcdClient
  private readonly prefix: string
  private following: WatchCall | undefined
  private next: number
  private closed = false
  /** Why the changes are not all there. */
  failure: string | undefined

  private constructor(client: EtcdClient, prefix: string, next: number) {
    this.client = client
    this.prefix = prefix
    this.next = next
  }

  /** @param prefix of the keys, as `/registry/configmaps/default/` */
  static async open(url: string, prefix: string): Promise<Witness> {
    const client = await EtcdClient.open({ endpoints: [url], caFile: '', certFile: '', keyFile: '' })
    const { header } = await client.range({ key: Buffer.from(prefix) })
    const witness = new Witness(client, prefix, header.revision + 1)
    witness.follow()
    return witness
  }

  /** Changes up to this revision are known. */
  get revision(): number {
    return this.next - 1
  }

  /** Forgets what this witness has seen, in etcd. */
  async compact(): Promise<void> {
    await this.client.compact(this.revision)
  }

  close(): void {
    this.closed = true
    this.following?.stop()
    this.client.close()
  }

  private follow(): void {
    const again = (): void => {
      if (!this.closed) setTimeout(() => this.follow(), 50)
    }
    const following = this.client.watch(
      this.next,
      (answer) => {
        for (const { type, kv } of answer.events) this.note(kv.key.toString(), type, kv)
        if (answer.compact_revision > 0) this.failure = `etcd forgot revision ${this.next}`
        if (!answer.canceled) return
        following.stop()
        again()
      },
      again,
    )
    this.following = following
  }

  private note(key: string, type: 'PUT' | 'DELETE', kv: { mod_revision: number; value: Buffer }): void {
    this.next = kv.mod_revision + 1
    if (!key.startsWith(this.prefix)) return
    const text = type === 'PUT' ? textPattern.exec(kv.value.toString('latin1'))?.[0] : undefined
    this.changes.push({ revision: kv.mod_revision, name: key.slice(this.prefix.length), text })
  }
}
