// What real kube-apiservers stored in etcd for requests that they answered: e2e/golden/stored/<release>.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'

/** A request that changes one object. The body of a PATCH is a merge patch. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** The writes of one object, and what stood in etcd after the last of them. */
export interface StoredObject {
  readonly requests: readonly WriteRequest[]
  readonly key: string
  /** base64 */
  readonly bytes: string
}

/** What one release stored. */
export interface StoredBytes {
  /** As `v1.33.13`. */
  readonly recordedFrom: string
  /** By server: its flags beside those of all recordings, and objects in the order of their requests. */
  readonly servers: readonly {
    readonly flags: readonly string[]
    readonly objects: readonly StoredObject[]
  }[]
}

/** The user agent of the requests, which names the manager of fields. */
export const recordingClient = 'recorder'

/** Where the recordings are. KEPSIM_STORED_BYTES: a folder of further ones, which `npm run record-stored-bytes -- --to` made. */
export const storedFolder = process.env['KEPSIM_STORED_BYTES'] ?? join(packageRoot, 'e2e/golden/stored')

/** The releases that are recorded, as `1.33`. */
export const storedReleases = (): string[] =>
  existsSync(storedFolder) ? readdirSync(storedFolder).map((name) => name.replace(/\.json$/, '')) : []

/** What a release stored. @param release as `1.33` */
export const readStoredBytes = (release: string): StoredBytes =>
  JSON.parse(readFileSync(join(storedFolder, `${release}.json`), 'utf8')) as StoredBytes

/** The file of a recording: one object a line. */
export function storedBytesText({ recordedFrom, servers }: StoredBytes): string {
  const one = ({ flags, objects }: StoredBytes['servers'][number]): string =>
    `{"flags":${JSON.stringify(flags)},"objects":[\n${objects.map((object) => JSON.stringify(object)).join(',\n')}\n]}`
  return `{"recordedFrom":${JSON.stringify(recordedFrom)},"servers":[\n${servers.map(one).join(',\n')}\n]}\n`
}
