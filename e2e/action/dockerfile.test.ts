// What the image keeps is what the package has: there is no Docker here to build it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const lines = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8').split('\n')
const [, final = []] = [0, 1].map((stage) => {
  const starts = lines.flatMap((line, i) => (line.startsWith('FROM ') ? [i] : []))
  return lines.slice(starts[stage], starts[stage + 1])
})
const kept = final.flatMap((line) => {
  const [copy, from, ...paths] = line.split(/\s+/)
  return copy === 'COPY' && from === '--from=build' ? paths.slice(0, -1) : []
})

test('the image has every file of the package', () => {
  const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: string[] }
  const isDocument = (path: string): boolean => path.startsWith('docs/') || path.endsWith('.md')
  const needed = files
    .filter((path) => !path.startsWith('!') && !isDocument(path))
    .map((path) => path.replace(/\/\*.*$/, ''))
  for (const path of [...needed, 'package.json', 'LICENSE', 'node_modules/esbuild', 'node_modules/@esbuild'])
    expect(kept).toContain(`/kepsim/${path}`)
  for (const path of kept) expect(existsSync(join(packageRoot, path.replace('/kepsim/', '')))).toBe(true)
})

test('it runs as an ordinary user, in the directory that is mounted', () => {
  const instructions = final.map((line) => line.split(' ')[0]).filter((word) => /^[A-Z]+$/.test(word ?? ''))
  expect(final).toContain('USER node')
  expect(instructions.indexOf('USER')).toBeGreaterThan(instructions.lastIndexOf('COPY'))
  expect(final.findLast((line) => line.startsWith('WORKDIR'))).toBe('WORKDIR /work')
})

test('it keeps what V8 makes of the program, which its user could not write', () => {
  const user = final.indexOf('USER node')
  const runs = final.flatMap((line, i) => (line.startsWith('RUN node bin/kepsim ') ? [i] : []))
  expect(runs).toHaveLength(1)
  expect(runs[0]).toBeGreaterThan(final.findLastIndex((line) => line.startsWith('COPY ')))
  expect(runs[0]).toBeLessThan(user)
  const documents = [...final[runs[0]!]!.matchAll(/replay (\S+)/g)].map(([, path]) => path!)
  expect(documents).not.toEqual([])
  for (const path of documents) expect(existsSync(join(packageRoot, path))).toBe(true)
})
