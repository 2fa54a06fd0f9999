// CONTRIBUTING.md names what is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../component-base/package-root.ts'

const text = readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8')
const all = (pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found]) => found!)),
]
const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const code = /`([^`\n]+)`/g
const folders = readdirSync(packageRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
  .map(({ name }) => name)

describe('CONTRIBUTING.md', () => {
  it.each(all(/\]\(([^)#]+)\)/g))('links to %s', (path) => {
    expect(existsSync(join(packageRoot, path))).toBe(true)
  })
  it.each(all(/npm run ([a-z0-9-]+)/g))('runs %s', (script) => {
    expect(Object.keys(scripts)).toContain(script)
  })
  it.each(all(/node (scripts\/[\w.-]+)/g))('runs %s', (path) => {
    expect(existsSync(join(packageRoot, path))).toBe(true)
  })
  it('tells of every folder of sources', () => {
    const told = all(code).map((found) => found.replace(/\/$/, ''))
    const other = ['bin', 'coverage', 'dist', 'docs', 'node_modules']
    expect(folders.filter((name) => !told.includes(name) && !other.includes(name))).toEqual([])
  })
})

/** What the checked rules say: which folders stand above which, and which of those above must be left alone. */
const rules = readFileSync(join(packageRoot, '.dependency-cruiser.cjs'), 'utf8')
const namesIn = (list: string): string[] => [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
const order = namesIn(/const order = \[([^\]]*)\]/.exec(rules)![1]!)
const isolated = new Map(
  [.../const isolated = \{([^}]*)\}/.exec(rules)![1]!.matchAll(/'?([a-z-]+)'?: \[([^\]]*)\]/g)].map(
    ([, folder, others]) => [folder!, namesIn(others!)] as const,
  ),
)

it('tells of folders in the order in which they may import', () => {
  const rows = [...text.matchAll(/^\| (`[a-z0-9-]+\/`(?:, `[a-z0-9-]+\/`)*) \|/gm)].map(([, row]) => row!)
  const told = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+)\/`/g)].map(([, name]) => name!))
  expect(told.slice(0, order.length)).toEqual(order)
})

/** `[text](path)` of a document, as paths from the package's root. */
const linksOf = (document: string): string[] =>
  [...readFileSync(join(packageRoot, document), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) =>
    join(dirname(document), path!),
  )

describe('what tells where to begin', () => {
  const told = folders.filter((name) => !['coverage', 'dist', 'node_modules'].includes(name))
  it.each(['docs/architecture.md', ...told.map((name) => `${name}/README.md`)])(
    '%s links to what is there',
    (document) => {
      expect(linksOf(document).filter((path) => !existsSync(join(packageRoot, path)))).toEqual([])
    },
  )
  it.each(told)('%s says what lives there, where to start, and what it may import', (folder) => {
    const text = readFileSync(join(packageRoot, folder, 'README.md'), 'utf8')
    expect(text).toMatch(/^# .+\n\n\S.{20}/)
    const readme = text.replaceAll(/\s+/g, ' ')
    expect(readme).toMatch(/\b[Ss]tart (?:at|in) (?:\[|`)/)
    const [, imports, but = ''] =
      /May import: (.*?)(?:, but nothing of ([^.]*))?(?:\.|;)(?: |$)/.exec(readme) ??
      /(nothing is imported here)/.exec(readme) ??
      []
    expect(imports).toBeDefined()
    if (!order.includes(folder)) return
    const above = order.slice(0, order.indexOf(folder))
    const named = (list: string): string[] => [...list.matchAll(/`([a-z-]+)\/`/g)].map(([, name]) => name!)
    // What it leaves alone is what the rules forbid of those above it.
    expect(named(but)).toEqual((isolated.get(folder) ?? []).filter((name) => above.includes(name)))
    if (/^(?:the folders above|nothing of the project)/.test(imports!)) return
    expect(above).toEqual(expect.arrayContaining(named(imports!)))
  })
})

/** Folders that are made, or hold data only. */
const notSources = ['coverage', 'dist', 'node_modules', 'releases']
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !path.startsWith('node_modules/'))
    .map((path) => join(folder, path))

it('files are as short as it says', () => {
  const [, most] = /Files have at most (\d+) lines/.exec(text) ?? []
  // What a script writes is as long as what it is written from; tables of a test's cases are data.
  const written = /^(?:api|cel\/parser\/gen)\/|\.test\.ts$|\/testing\//
  const long = folders
    .filter((name) => !notSources.includes(name))
    .flatMap(sourcesIn)
    .filter((path) => !written.test(path))
    .map((path) => [path, readFileSync(join(packageRoot, path), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > Number(most))
  expect(long).toEqual([])
})

it('code names every discovery that it follows', () => {
  const sources = folders.filter((name) => ![...notSources, 'docs', 'e2e'].includes(name))
  const texts = sources.flatMap(sourcesIn).map((path) => readFileSync(join(packageRoot, path), 'utf8'))
  const discoveries = readdirSync(join(packageRoot, 'docs/discoveries'))
  expect(
    discoveries.filter((name) => !texts.some((text) => text.includes(`docs/discoveries/${name}`))),
  ).toEqual([])
})
