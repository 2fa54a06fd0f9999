// The bytes in the store for the requests of which a real kube-apiserver's bytes are recorded, over all kinds.
import { afterEach, describe, expect, it } from 'vitest'
import type { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import { storedCodecOf } from '../../server/storage/mvcc/stored-key-value.ts'
import { startTestServerWith, type TestServer } from '../../server/testing/test-server.ts'
import { storedDifferences } from './compare-stored.ts'
import {
  readStoredBytes,
  recordingClient,
  type StoredObject,
  storedReleases,
  type WriteRequest,
} from './stored-bytes.ts'
import { type WrittenObjects, writtenObjects } from './written-objects.ts'

const recordedFlags = [
  '--service-cluster-ip-range=10.0.0.0/24',
  '--service-account-issuer=https://kubernetes.default.svc',
  '--allow-privileged=true',
]

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** The revision that a write made. Throws where the server does not take it. */
async function write({ send }: TestServer, { method, path, body }: WriteRequest): Promise<number> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = { 'user-agent': recordingClient, 'content-type': type }
  const { status, text, body: answered } = await send(method, path, body, headers)
  if (status >= 300) throw new Error(`${status} ${text}`)
  return Number(answered.metadata.resourceVersion)
}

interface Written {
  readonly server: TestServer
  readonly codec: StoredCodec
  readonly objects: WrittenObjects
}

async function differencesOf({ server, codec, objects }: Written, object: StoredObject): Promise<string[]> {
  const { requests, key, bytes } = object
  let revision = 0
  try {
    for (const request of requests) revision = await write(server, request)
  } catch (error) {
    return [(error as Error).message]
  }
  const ours = objects.at(key, revision)
  if (ours === undefined) return ['nothing was written under the key']
  return storedDifferences(codec, Buffer.from(bytes, 'base64'), ours)
}

describe.each(storedReleases())('a simulated %s', (release) => {
  const { servers } = readStoredBytes(release)
  it.each(servers)(
    'stores what a real one with $flags does',
    async ({ flags, objects: recorded }) => {
      const codec = storedCodecOf(release)
      const objects = writtenObjects(release, codec)
      server = await startTestServerWith({ storage: objects.storage }, release, ...recordedFlags, ...flags)
      const differ: Record<string, string[]> = {}
      for (const object of recorded) {
        const found = await differencesOf({ server, codec, objects }, object)
        if (found.length > 0) differ[object.key] = found
      }
      expect(differ).toEqual({})
      expect(recorded.length).toBeGreaterThan(flags.length === 0 ? 90 : 5)
    },
    120_000,
  )
})
