// The bytes in etcd of what the embedded store keeps as JSON.
import type { KubeObject } from '../../../apimachinery/json.ts'
import { writingScheme } from '../../../apimachinery/scheme/planned-scheme.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { writesCbor } from '../../../apimachinery/scheme/stored-writer.ts'
import { parseRelease } from '../../../component-base/release.ts'
import { recordedReleases } from '../../../component-base/release-facts.ts'
import { olderStoredVersions } from '../../endpoints/discovery/storage-version.ts'
import type { KeyValue } from '../etcd/messages.ts'
import type { StoredRecord } from '../interface.ts'
import { rawBytes, rawObject } from '../raw-bytes.ts'

const codecs = new Map<string, StoredCodec>()

/**
 * The codec of the servers of a release. @param writer the name that records have of them, as `1.34`; one that is not recorded stores
 * as the newest one that is
 */
export function storedCodecOf(writer: string): StoredCodec {
  let codec = codecs.get(writer)
  if (codec === undefined) {
    const scheme = writingScheme(writer, recordedReleases()) ?? schemeFor(recordedReleases().at(-1)!)
    const older = olderStoredVersions(parseRelease(scheme.minor))
    const protobuf = 'application/vnd.kubernetes.protobuf'
    codec = new StoredCodec(scheme, protobuf, older, writesCbor(writer))
    codecs.set(writer, codec)
  }
  return codec
}

/** The bytes that are stored, or that a real server of the release that wrote the record would have stored. */
export const storedBytes = (record: StoredRecord): Buffer =>
  record.stored ?? rawBytes(record.object) ?? storedCodecOf(record.writtenBy).encode(record.object)

/** A stored object, and the name of the server that wrote it as records have it: `1.34`. */
type WrittenObject = Pick<StoredRecord, 'object' | 'writtenBy'>

/**
 * Whether two objects are the same bytes in the store of real servers; not where one's writer is no recorded release. The data of
 * another release can differ although no field does: protobuf always holds the fields that are no pointers, of which a release may
 * have added one, and a kind may be kept in another version. Upstream: GuaranteedUpdate (`bytes.Equal(data, origState.data)`)
 */
export function sameStoredBytes(a: WrittenObject, b: WrittenObject): boolean {
  const isKnown = ({ writtenBy }: WrittenObject): boolean =>
    writingScheme(writtenBy, recordedReleases()) !== undefined
  const bytesOf = ({ writtenBy, object }: WrittenObject): Buffer => storedCodecOf(writtenBy).encode(object)
  return isKnown(a) && isKnown(b) && bytesOf(a).equals(bytesOf(b))
}

/** The object of bytes that were put, as a server of the release reads them; bytes that are none are kept as they are. */
export function objectOf(bytes: Buffer, release: string): KubeObject {
  try {
    const object = storedCodecOf(release).decode(bytes)
    return { ...object, metadata: object.metadata ?? {} }
  } catch {
    return rawObject(bytes)
  }
}

/** Why a server of the release cannot read the bytes, as upstream words it. */
export function decodeProblem(bytes: Buffer, release: string): string {
  try {
    storedCodecOf(release).decode(bytes)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** A record as etcd would hold it. The embedded store does not count writes: the version is 1, or 2 where there was more than one. */
export const storedKeyValue = (record: StoredRecord): KeyValue => ({
  key: Buffer.from(record.key),
  create_revision: record.createRevision,
  mod_revision: record.modRevision,
  version: record.createRevision === record.modRevision ? 1 : 2,
  value: storedBytes(record),
})

const compactKey = 'compact_rev_key'

/**
 * All of a store for {@link writeEtcdSnapshot}. The newest revision is that of a key, as in any etcd: where no record has it,
 * it is that of the key by which kube-apiservers agree on compaction.
 */
export function* storedContents(records: Iterable<StoredRecord>, revision: number): Generator<KeyValue> {
  let newest = 0
  for (const record of records) {
    newest = Math.max(newest, record.modRevision)
    yield storedKeyValue(record)
  }
  if (newest >= revision) return
  const own = { create_revision: revision, mod_revision: revision, version: 1 }
  yield { key: Buffer.from(compactKey), value: Buffer.from(String(revision)), ...own }
}
