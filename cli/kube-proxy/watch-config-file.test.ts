import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WatchedFile, watchConfigFile } from './watch-config-file.ts'

const text = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n'
let dir: string
let path: string
let watched: WatchedFile
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kepsim-watch-'))
  path = join(dir, 'config.yaml')
  writeFileSync(path, text)
  // Long ago, so that a write has another time.
  utimesSync(path, 1, 1)
  watched = watchConfigFile(path)
})
afterEach(() => {
  watched.close()
  rmSync(dir, { recursive: true })
})

const updated = "content of the proxy server's configuration file was updated"

describe('the configuration file of a running kube-proxy', () => {
  it.each<[string, () => void]>([
    ['is written in place', () => writeFileSync(path, 'garbage: [')],
    ['is written with the same content', () => writeFileSync(path, text)],
    ['is appended to', () => appendFileSync(path, '# more\n')],
    ['is moved away', () => renameSync(path, join(dir, 'other.yaml'))],
  ])('ends it where it %s', async (_, change) => {
    change()
    expect((await watched.updated).message).toBe(updated)
  })

  it.each<[string, () => void]>([
    ['gets other times', () => utimesSync(path, 1, 2)],
    ['is touched', () => void spawnSync('touch', [path])],
    ['gets another mode', () => chmodSync(path, 0o600)],
    [
      'is replaced by another',
      () => {
        writeFileSync(join(dir, 'new.yaml'), 'garbage: [')
        renameSync(join(dir, 'new.yaml'), path)
      },
    ],
  ])('is of no matter where it %s', async (_, change) => {
    const other = join(dir, 'other.yaml')
    writeFileSync(other, text)
    const marker = watchConfigFile(other)
    change()
    // Events come in their order: when this one has come, so have those before it.
    appendFileSync(other, '# more\n')
    const first = await Promise.race([
      watched.updated.then(() => 'the file'),
      marker.updated.then(() => 'the marker'),
    ])
    marker.close()
    expect(first).toBe('the marker')
  })
})
