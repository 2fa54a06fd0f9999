// CONTRIBUTING.md names what is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

describe('CONTRIBUTING.md', () => {
  it.each(all(/\]\(([^)#]+)\)/g))('links to %s', (path) => {
    expect(existsSync(join(packageRoot, path))).toBe(true)
  })
  it.each(all(/npm run ([a-z-]+)/g))('runs %s', (script) => {
    expect(Object.keys(scripts)).toContain(script)
  })
  it.each(all(/node (scripts\/[\w.-]+)/g))('runs %s', (path) => {
    expect(existsSync(join(packageRoot, path))).toBe(true)
  })
  it('tells of every folder of sources', () => {
    const folders = readdirSync(packageRoot, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
      .map(({ name }) => name)
    const told = all(code).map((found) => found.replace(/\/$/, ''))
    const other = ['bin', 'coverage', 'dist', 'docs', 'node_modules']
    expect(folders.filter((name) => !told.includes(name) && !other.includes(name))).toEqual([])
  })
})
