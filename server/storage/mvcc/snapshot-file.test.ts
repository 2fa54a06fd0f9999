import { describe, expect, it } from 'vitest'
import { bytesSource } from '../bbolt/byte-source.ts'
import type { KeyValue } from '../etcd/messages.ts'
import { EtcdSnapshot, SnapshotFileError } from './snapshot-file.ts'
import { snapshotStatus } from './snapshot-status.ts'
import { MemoryTarget } from './snapshot-target.ts'
import { writeEtcdSnapshot } from './write-snapshot.ts'

const keyValue = (key: string, modRevision: number, value = `value of ${key}`): KeyValue => ({
  key: Buffer.from(key),
  create_revision: modRevision,
  mod_revision: modRevision,
  version: 1,
  value: Buffer.from(value),
})

async function saved(items: KeyValue[], revision = 10_000): Promise<Buffer> {
  const target = new MemoryTarget()
  await writeEtcdSnapshot(target, { revision, items })
  return target.bytes
}

const read = (bytes: Buffer, checkSum?: boolean): EtcdSnapshot =>
  EtcdSnapshot.read(bytesSource('backup.db', bytes), checkSum)

describe('a snapshot that was written', () => {
  it('holds each key with its value and revisions', async () => {
    const items = Array.from({ length: 3000 }, (_, i) => keyValue(`/registry/pods/ns/p${i}`, i + 2))
    const snapshot = read(await saved(items))
    expect(snapshot).toMatchObject({ size: 3000, revision: 10_000, compactedRevision: 10_000, sum: 'right' })
    expect(snapshot.keys().slice(0, 2)).toEqual(['/registry/pods/ns/p0', '/registry/pods/ns/p1'])
    expect(snapshot.get('/registry/pods/ns/p2999')).toMatchObject(items[2999]!)
  })

  it('holds values that are longer than pages, and none at all', async () => {
    const long = keyValue('/a', 2, 'x'.repeat(300_000))
    expect(read(await saved([long])).get('/a')?.value.length).toBe(300_000)
    expect(read(await saved([], 7))).toMatchObject({ size: 0, revision: 7 })
  })

  it('has the status that its buckets give', async () => {
    const status = snapshotStatus(
      bytesSource('backup.db', await saved([keyValue('/a', 2), keyValue('/b', 3)])),
    )
    expect(status).toMatchObject({ revision: 3, totalKey: 6, version: '' })
  })
})

describe('a file that is none', () => {
  const problem = (bytes: Buffer, checkSum?: boolean): string => {
    try {
      read(bytes, checkSum)
    } catch (error) {
      if (error instanceof SnapshotFileError) return error.message
      throw error
    }
    return 'was read'
  }

  it('is told by its sum, unless that is not asked for', async () => {
    const bytes = Buffer.from(await saved([keyValue('/a', 2)]))
    bytes[bytes.length - 1]! ^= 1
    expect(problem(bytes)).toMatch(/^backup\.db: expected sha256 [0-9a-f]{64}, got [0-9a-f]{64}/)
    expect(problem(bytes, false)).toBe('was read')
    expect(read(bytes.subarray(0, -32)).sum).toBe('none')
  })

  it('is told where it is empty, cut off or something else', async () => {
    const bytes = await saved(Array.from({ length: 500 }, (_, i) => keyValue(`/k${i}`, i + 2)))
    expect(problem(Buffer.alloc(0))).toBe('backup.db: invalid database')
    expect(problem(Buffer.from('PK'.repeat(4000)))).toBe('backup.db: invalid database')
    expect(problem(bytes.subarray(0, 4096 * 5))).toMatch(/^backup\.db: damaged: page \d+ is beyond the end$/)
  })

  it.each([
    ['goes in circles', (page: Buffer) => page.writeUInt16LE(1, 8)],
    ['flows over beyond the end', (page: Buffer) => page.writeUInt32LE(0xffffffff, 12)],
    ['has too many elements', (page: Buffer) => page.writeUInt16LE(0xffff, 10)],
    ['has values beyond its end', (page: Buffer) => page.writeUInt32LE(0xfffffff0, 16 + 12)],
    ['is of no kind', (page: Buffer) => page.writeUInt16LE(0, 8)],
  ])('is told where a page %s', async (_what, damage) => {
    const whole = await saved(Array.from({ length: 500 }, (_, i) => keyValue(`/k${i}`, i + 2)))
    // One by one: some pages are those of buckets that are not read.
    const told = Array.from({ length: whole.length / 4096 - 3 }, (_, i) => {
      const bytes = Buffer.from(whole.subarray(0, -32))
      damage(bytes.subarray((i + 3) * 4096))
      return problem(bytes)
    })
    expect(told.filter((text) => /^backup\.db: damaged: page \d+ /.test(text)).length).toBeGreaterThan(5)
    for (const text of told) expect(text).not.toContain('\n')
  })

  it('ends for any byte that is another', async () => {
    const whole = await saved(Array.from({ length: 60 }, (_, i) => keyValue(`/k${i}`, i + 2)))
    for (let at = 3 * 4096; at < whole.length - 32; at += 7) {
      const bytes = Buffer.from(whole.subarray(0, -32))
      bytes[at] = (bytes[at]! + 129) % 256
      expect(problem(bytes)).not.toContain('\n')
    }
  })
})
