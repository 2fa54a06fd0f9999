import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { prefixEnd } from '../../server/storage/etcd/key-range.ts'

const root = Buffer.from('/registry/')

/** All objects of an etcd, by key. @param etcd as `http://127.0.0.1:2379` */
export async function storedKeys(etcd: string): Promise<Map<string, Buffer>> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  try {
    const { kvs } = await client.range({ key: root, range_end: prefixEnd(root) })
    return new Map(kvs.map(({ key, value }) => [key.toString(), value]))
  } finally {
    client.close()
  }
}
