import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBinaries } from './components.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kepsim-components-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const binary = (...names: string[]): string => {
  const path = join(root, ...names)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

it('finds etcd beside the folder of a release, and leaves out components that are not there', () => {
  const [server, proxy, etcd] = [
    binary('v1.29.15', 'kube-apiserver'),
    binary('v1.29.15', 'kube-proxy'),
    binary('etcd'),
  ]
  expect(findBinaries(join(root, 'v1.29.15'), '')).toEqual({
    'kube-apiserver': server,
    'kube-proxy': proxy,
    etcd,
  })
})

it('finds etcd on PATH last', () => {
  binary('v1.29.15', 'kube-apiserver')
  const onPath = binary('usr', 'etcd')
  expect(findBinaries(join(root, 'v1.29.15'), `:${join(root, 'usr')}`).etcd).toBe(onPath)
  const own = binary('v1.29.15', 'etcd')
  expect(findBinaries(join(root, 'v1.29.15'), join(root, 'usr')).etcd).toBe(own)
})

it('answers absolute paths: components run in a folder of their own', () => {
  const server = binary('kube-apiserver')
  binary('etcd')
  expect(findBinaries(relative(process.cwd(), root), '')['kube-apiserver']).toBe(server)
})

it('says what is missing', () => {
  expect(() => findBinaries(root, '')).toThrow(/holds no kube-apiserver/)
  binary('v1.29.15', 'kube-apiserver')
  expect(() => findBinaries(join(root, 'v1.29.15'), '')).toThrow(/there is no etcd/)
})
