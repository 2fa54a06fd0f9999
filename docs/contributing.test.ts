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

it('tells of folders in the order in which they may import', () => {
  const checked = /const order = \[([^\]]*)\]/.exec(
    readFileSync(join(packageRoot, '.dependency-cruiser.cjs'), 'utf8'),
  )![1]!
  const order = [...checked.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
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
  // What is no part of the project, and the documents themselves.
  const silent = ['bin', 'coverage', 'dist', 'docs', 'node_modules']
  const guides = [
    'docs/architecture.md',
    ...folders.filter((name) => !silent.includes(name)).map((name) => `${name}/README.md`),
  ]
  it.each(guides)('%s links to what is there', (document) => {
    expect(linksOf(document).filter((path) => !existsSync(join(packageRoot, path)))).toEqual([])
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
