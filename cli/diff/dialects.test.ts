import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { type AnyDialect, dialects } from './dialects.ts'

const apart = new Set(['node_modules', 'dist', 'e2e', 'docs', 'releases', 'scripts', '.git'])

function dialectFiles(): string[] {
  const folders = readdirSync(packageRoot, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !apart.has(entry.name),
  )
  return folders.flatMap(({ name }) =>
    readdirSync(join(packageRoot, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)dialect\.ts$/.test(path))
      .map((path) => join(name, path)),
  )
}

const isDialect = (value: unknown): value is AnyDialect =>
  typeof value === 'function' && 'room' in value && 'entries' in value

/** `pods (server/registry/pod/dialect.ts)` of each dialect that a file exports. */
async function dialectsOf(file: string): Promise<[string, AnyDialect][]> {
  const exported: Record<string, unknown> = await import(join(packageRoot, file))
  return Object.values(exported)
    .filter(isDialect)
    .map((dialect) => [`${dialect.room} (${file})`, dialect])
}

it('lists every dialect of the program', async () => {
  const found = (await Promise.all(dialectFiles().map(dialectsOf))).flat()
  const listed: ReadonlySet<AnyDialect> = new Set(dialects)
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(([, dialect]) => !listed.has(dialect)).map(([name]) => name)).toEqual([])
  expect(dialects).toHaveLength(found.length)
})

it('names rooms once, and tells each change in one line', () => {
  const rooms = dialects.map(({ room }) => room)
  expect(new Set(rooms).size).toBe(rooms.length)
  for (const { room, entries } of dialects) {
    const lines = Object.values(entries).flatMap(({ changes }) => changes.map(({ what }) => what))
    const dated = Object.values(entries).flatMap(({ changes }) =>
      changes.map(({ minor, what }) => `${minor} ${what}`),
    )
    expect(new Set(dated).size, room).toBe(dated.length)
    for (const line of lines) expect(line).toMatch(/^\S[^\n]{10,}[^\s.]$/)
  }
})
