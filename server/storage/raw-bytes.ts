// Bytes under a key that are no object: what `etcdctl put` may write. The store keeps JSON, so they are kept within an object of no kind.
import type { KubeObject } from '../../apimachinery/json.ts'

const member = 'undecodedBytes'

/** The object that keeps the bytes. */
export const rawObject = (bytes: Buffer): KubeObject =>
  ({ apiVersion: '', kind: '', metadata: {}, [member]: bytes.toString('base64') }) as KubeObject

/** The bytes that an object keeps; undefined: it is a real one. */
export function rawBytes(object: KubeObject): Buffer | undefined {
  const kept = object.kind === '' ? object[member] : undefined
  return typeof kept === 'string' ? Buffer.from(kept, 'base64') : undefined
}
