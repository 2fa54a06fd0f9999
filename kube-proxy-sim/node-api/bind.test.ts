import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindAll } from './bind.ts'
import { loadNodeApi } from './grpc.ts'

let folder: string
let path: string
const closers: (() => void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-bind-'))
  path = join(folder, 'proxy.sock')
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  rmSync(folder, { recursive: true })
})

async function bound(...paths: string[]): Promise<string[]> {
  const api = await loadNodeApi()
  const server = new api.grpc.Server()
  closers.push(() => server.forceShutdown())
  return bindAll(
    api,
    server,
    paths.map((path) => ({ protocol: 'unix', path })),
  )
}

async function listen(path: string): Promise<Server> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(path, done))
  return server
}

describe('a socket of the file system', () => {
  it('is for the owner and its group, and goes with its server', async () => {
    expect(await bound(path)).toEqual([`unix:${path}`])
    expect(statSync(path).mode & 0o777).toBe(0o660)
    for (const close of closers.splice(0)) close()
    expect(existsSync(path)).toBe(false)
  })

  it('takes the place of one that a killed server left', async () => {
    const killed = await listen(`${path}.first`)
    // Closing unlinks the name that it was made with.
    renameSync(`${path}.first`, path)
    await new Promise((done) => killed.close(done))
    expect(await bound(path)).toEqual([`unix:${path}`])
  })

  it('is not taken from a server that runs, nor from another file', async () => {
    const running = await listen(path)
    closers.push(() => running.close())
    const taken = (path: string) => `listen EADDRINUSE: address already in use ${path}`
    await expect(bound(path)).rejects.toThrow(new Error(taken(path)))
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(bound(file)).rejects.toThrow(new Error(taken(file)))
  })

  it('is one of several, of which all or none are there', async () => {
    const other = join(folder, 'other.sock')
    expect(await bound(path, other)).toEqual([`unix:${path}`, `unix:${other}`])
    const third = join(folder, 'third.sock')
    await expect(bound(third, path)).rejects.toThrow('EADDRINUSE')
    expect(existsSync(third)).toBe(false)
  })
})
