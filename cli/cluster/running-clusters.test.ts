// Directories that look like a cluster's, and what is thought of them.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Clock, realClock } from '../../component-base/clock.ts'
import { processStart } from '../../server/storage/lowdb/process-start.ts'
import { runDown } from '../cluster.ts'
import { removeLeft, stateOf, writeProcess } from './cluster-directory.ts'
import { downed } from './end-cluster.ts'
import { chosenCluster, foundClusters } from './running-clusters.ts'

// Socket names are short: not below a longer folder.
let dir: string
const servers: Server[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kr-'))
  vi.stubEnv('TMPDIR', dir)
  vi.stubEnv('KUBECONFIG', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
  rmSync(dir, { recursive: true, force: true })
})

const kubeconfig = (port: number): string =>
  JSON.stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'kepsim' } }],
    clusters: [{ name: 'kepsim', cluster: { server: `https://127.0.0.1:${port}` } }],
  })

const listening = async (path: string, answer?: string): Promise<Server> => {
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    socket
      .on('error', () => {})
      .on('end', () => socket.end(answer ?? ''))
      .resume(),
  )
  servers.push(server)
  await new Promise<void>((done) => server.listen(path, done))
  return server
}

const made = (name: string): string => {
  const path = join(dir, `kepsim-cluster-${name}`)
  mkdirSync(path, { mode: 0o700 })
  return path
}

/** With the socket of a process that was killed. */
async function deadOne(name: string, own: object = {}, at = made(name)): Promise<string> {
  const socket = join(at, 'control.sock')
  const server = await listening(`${socket}-`)
  renameSync(`${socket}-`, socket)
  await new Promise((done) => server.close(done))
  writeFileSync(
    join(at, 'process'),
    JSON.stringify({ host: hostname(), pid: process.pid, start: 'before', ...own }),
  )
  writeFileSync(join(at, 'kubeconfig'), kubeconfig(1))
  return at
}

it('thinks killed only what was a cluster of this user and this host', async () => {
  const dead = await deadOne('dead')
  expect(await stateOf(dead)).toBe('killed')
  const link = join(dir, 'kepsim-cluster-link')
  symlinkSync(dead, link)
  expect(await stateOf(link)).toBeUndefined()

  const open = await deadOne('open')
  chmodSync(open, 0o755)
  expect(await stateOf(open)).toBeUndefined()

  // Its socket is bound, and nobody listens yet.
  const starting = await deadOne('starting')
  unlinkSync(join(starting, 'process'))
  expect(await stateOf(starting)).toBeUndefined()
  await writeProcess(starting, undefined)
  expect(await stateOf(starting)).toBeUndefined()
  expect(await stateOf(await deadOne('other-host', { host: 'elsewhere' }))).toBeUndefined()

  const socketOfAnother = made('evil')
  symlinkSync(join(dead, 'control.sock'), join(socketOfAnother, 'control.sock'))
  expect(await stateOf(socketOfAnother)).toBeUndefined()
  expect((await foundClusters()).map(({ directory }) => directory)).toEqual([dead])
})

it('removes what a killed cluster made, and says what stays', async () => {
  const copy = join(dir, 'copy')
  writeFileSync(copy, kubeconfig(1))
  const dead = await deadOne('dead', { kubeconfig: copy })
  expect(removeLeft(dead)).toEqual([])
  expect([existsSync(dead), existsSync(copy)]).toEqual([false, false])

  writeFileSync(copy, kubeconfig(2))
  const mine = await deadOne('mine', { kubeconfig: copy })
  writeFileSync(join(mine, 'precious'), '')
  expect(removeLeft(mine)).toEqual([
    `${copy} stays: it is not as it was written`,
    `${mine} stays: it is not empty`,
  ])
  expect([readdirSync(mine), existsSync(copy)]).toEqual([['precious'], true])
})

it('waits for no pipe', async () => {
  const dead = await deadOne('dead')
  unlinkSync(join(dead, 'kubeconfig'))
  const pipes = [join(dead, 'kubeconfig'), join(dir, 'pipe')]
  execFileSync('mkfifo', pipes)
  vi.stubEnv('KUBECONFIG', pipes[1])
  await expect(chosenCluster(undefined)).rejects.toThrow('no cluster runs')
})

it('means no other cluster than that of $KUBECONFIG', async () => {
  const running = made('runs')
  writeFileSync(join(running, 'kubeconfig'), kubeconfig(1))
  await listening(join(running, 'control.sock'))
  const meant = async (file: string): Promise<string> => {
    vi.stubEnv('KUBECONFIG', file)
    return chosenCluster(undefined).then(({ directory }) => directory, String)
  }
  const [copy, foreign, gone] = ['copy', 'foreign', 'gone'].map((name) => join(dir, name))
  writeFileSync(copy!, kubeconfig(1))
  writeFileSync(foreign!, kubeconfig(2))
  for (const file of ['', copy!, foreign!, join(running, 'kubeconfig')])
    expect(await meant(file)).toBe(running)
  expect(await meant(gone!)).toContain(`$KUBECONFIG: there is no file ${gone}: say by --cluster`)
  expect(await meant(join(dir, 'kepsim-cluster-ended', 'kubeconfig'))).toContain(
    'has ended: say by --cluster',
  )

  // Its own one also below another $TMPDIR, and no other instead of it.
  const elsewhere = join(dir, 'elsewhere')
  mkdirSync(join(elsewhere, 'kepsim-cluster-x'), { recursive: true })
  vi.stubEnv('TMPDIR', elsewhere)
  expect(await meant(join(running, 'kubeconfig'))).toBe(running)
  vi.stubEnv('TMPDIR', `/${dir}`)
  expect(await meant(join(elsewhere, 'kepsim-cluster-x', 'kubeconfig'))).toContain('has ended')
})

/** On which all of these waits are over at once, and no other ever is. */
const clockOf = (...milliseconds: number[]): Clock => ({
  ...realClock,
  setTimeout: (work, ms) => {
    if (milliseconds.includes(ms)) setImmediate(work)
    return () => {}
  },
})

it('kills what neither ends nor answers, and nobody else', async () => {
  const child = spawn('sleep', ['600'])
  const asked: Socket[] = []
  try {
    const stuck = made('stuck')
    await new Promise<void>((done) => {
      // Takes the question, and never answers.
      const server = createServer({ allowHalfOpen: true }, (socket) =>
        asked.push(socket.on('error', () => {}).resume()),
      )
      servers.push(server.listen(join(stuck, 'control.sock'), done))
    })
    const own = { host: hostname(), pid: child.pid, start: await processStart(child.pid!) }
    const down = async (process: object) => {
      writeFileSync(join(stuck, 'process'), JSON.stringify(process))
      return downed({ directory: stuck, state: 'runs' }, clockOf(60_000, 15_000))
    }
    const failed = { directory: stuck, state: 'failed' }
    const late = `${stuck} did not end within 60 s, nor answer within 15 s`
    const [boot = ''] = own.start!.split(' ')
    for (const other of [
      { start: 'before' },
      { host: 'elsewhere' },
      { start: '' },
      { start: boot },
      { pid: -1, start: boot },
      { pid: 1, start: await processStart(1) },
      { pid: 1.5 },
      { pid: `${child.pid}` },
    ])
      expect(await down({ ...own, ...other })).toEqual({
        ...failed,
        problems: [`${late}, and its process is not known for sure`],
      })
    expect(child.exitCode).toBeNull()
    expect(await down(own)).toEqual({ ...failed, state: 'removed', problems: [`${late}: it was killed`] })
    expect([child.signalCode, existsSync(stuck)]).toEqual(['SIGKILL', false])
  } finally {
    child.kill('SIGKILL')
    for (const socket of asked) socket.destroy()
  }
})

it('waits for what works on a change, however long that takes', async () => {
  const busy = made('busy')
  const verbs: string[] = []
  let end = (): void => {}
  await new Promise<void>((done) => {
    const server = createServer({ allowHalfOpen: true }, (socket) =>
      socket
        .on('error', () => {})
        .on('data', (text) => {
          const { verb } = JSON.parse(String(text)) as { verb: string }
          verbs.push(verb)
          if (verb === 'down') end = () => socket.end('{"ok":true,"text":"","data":{}}')
          // A refusal is an answer too.
          else socket.end('{"ok":false,"message":"the server is down"}')
          if (verbs.length === 4) end()
        }),
    )
    servers.push(server.listen(join(busy, 'control.sock'), done))
  })
  expect(await downed({ directory: busy, state: 'runs' }, clockOf(60_000))).toEqual({
    directory: busy,
    state: 'ended',
    problems: [],
  })
  expect(verbs).toEqual(['down', 'status', 'status', 'status'])
})

it('tells of each cluster what became of it', async () => {
  const printed: string[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const [ended, fails, silent] = ['a', 'b', 'c'].map(made)
  await listening(join(ended!, 'control.sock'), JSON.stringify({ ok: true, text: '', data: {} }))
  await listening(join(fails!, 'control.sock'), JSON.stringify({ ok: false, message: 'no space' }))
  await listening(join(silent!, 'control.sock'), '{"ok":')
  const dead = await deadOne('d')
  const json = join(dir, 'down.json')
  expect(await runDown(['--all', '--json', json])).toBe(2)
  expect(printed.join('')).toBe(
    `kepsim down: ${fails} did not end well: no space\nkepsim down: the cluster in ${silent} has ended\n` +
      `${ended} has ended\n${dead} was killed: what it left is removed\n`,
  )
  const { clusters } = JSON.parse(readFileSync(json, 'utf8')) as {
    clusters: { state: string }[]
  }
  expect(clusters.map(({ state }) => state)).toEqual(['ended', 'failed', 'failed', 'removed'])
})
