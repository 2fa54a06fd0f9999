// The bytes in etcd of what the embedded store keeps as JSON.
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { recordedReleases } from '../../../component-base/release-facts.ts'
import type { StoredRecord } from '../interface.ts'
import type { KeyValue } from './key-value.ts'

const codecs = new Map<string, StoredCodec>()

/** The codec of the servers of a release. @param release as `1.34`; one that is not recorded stores as the newest one that is */
export function storedCodecOf(release: string): StoredCodec {
  let codec = codecs.get(release)
  if (codec === undefined) {
    const recorded = recordedReleases().includes(release) ? release : recordedReleases().at(-1)!
    codec = new StoredCodec(schemeFor(recorded), 'application/vnd.kubernetes.protobuf')
    codecs.set(release, codec)
  }
  return codec
}

/** The bytes that a real server of the release that wrote the record would have stored. */
export const storedBytes = (record: StoredRecord): Buffer =>
  storedCodecOf(record.writtenBy).encode(record.object)

/** A record as etcd would hold it. The embedded store does not count writes: the version is 1, or 2 where there was more than one. */
export const storedKeyValue = (record: StoredRecord): KeyValue => ({
  key: Buffer.from(record.key),
  createRevision: record.createRevision,
  modRevision: record.modRevision,
  version: record.createRevision === record.modRevision ? 1 : 2,
  value: storedBytes(record),
  lease: 0,
})
