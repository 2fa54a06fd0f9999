// Real kubectls, which stream over SPDY before 1.31 and over WebSockets from then on, where some are on PATH.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realKubectls } from '../../scripts/kubectls.mjs'
import { type StreamingServer, startStreamingServer } from './streaming-server.ts'

/** The oldest and the newest of those that are known by their releases; else the one on PATH. */
const all = realKubectls()
const released = all.filter((path) => /\.1\.\d+$/.test(path))
const programs = released.length === 0 ? all : [released[0]!, released.at(-1)!]

let served: StreamingServer
let dir: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  if (programs.length === 0) return
  served = await startStreamingServer('1.33', {}, '--authorization-mode=RBAC')
  // kubectl shows no token to a server without TLS.
  await served.server.send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'all' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'User', name: 'system:anonymous', apiGroup: 'rbac.authorization.k8s.io' }],
  })
  dir = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
  const kubeconfig = join(dir, 'kubeconfig')
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: served.server.url } }],
      contexts: [{ name: 'c', context: { cluster: 'c' } }],
      'current-context': 'c',
    }),
  )
  env = { ...process.env, KUBECONFIG: kubeconfig, HOME: dir }
})

afterAll(async () => {
  if (programs.length === 0) return
  await served.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Ran {
  out: string
  err: string
  code: number
}

describe.skipIf(programs.length === 0).each(programs)('%s', (program) => {
  const run = (args: string, stdin?: string): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(program, args.split(' '), { env, cwd: dir }, (error, out, err) =>
        resolve({ out, err, code: error === null ? 0 : Number(error.code) }),
      )
      if (stdin === undefined) child.stdin!.end()
      else child.stdin!.end(stdin)
    })

  it('runs programs, with their streams and exit codes', async () => {
    expect(await run('exec p -c main -- echo hi there')).toEqual({ out: 'hi there\n', err: '', code: 0 })
    expect(await run('exec -i p -c main -- cat', 'typed')).toEqual({ out: 'typed', err: '', code: 0 })
    const [failed, err] = await Promise.all([
      run('exec p -c main -- exit 3'),
      run('exec p -c main -- err oh'),
    ])
    expect(failed).toEqual({ out: '', err: 'command terminated with exit code 3\n', code: 3 })
    expect(err).toEqual({ out: '', err: 'oh\n', code: 0 })
  })

  it('is told why a program is not run', async () => {
    const [missing, waiting, cannot] = await Promise.all([
      run('exec p -c main -- nosuch'),
      run('exec p -c waiting -- ls'),
      run('exec p -c main -- perl'),
    ])
    expect(missing.err).toMatch(
      /^error: (?:Internal error occurred: )+error executing command in container: failed to exec in container: failed to start exec "[0-9a-f]{64}": OCI runtime exec failed: exec failed: unable to start container process: exec: "nosuch": executable file not found in \$PATH: unknown\n$/,
    )
    expect(waiting.err).toMatch(
      /^error: (?:Internal error occurred: )?unable to upgrade connection: container not found \("waiting"\)\n$/,
    )
    expect(cannot.err).toContain('pod p has no streams here: the image fake has no simulated perl')
    expect([missing.code, waiting.code, cannot.code]).toEqual([1, 1, 1])
  })

  it('copies files both ways', async () => {
    writeFileSync(join(dir, 'file'), randomBytes(100_000))
    expect(await run('cp file p:/copied -c main')).toMatchObject({ code: 0, err: '' })
    expect(await run('cp p:/copied back -c main')).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, 'back')).equals(readFileSync(join(dir, 'file')))).toBe(true)
  })

  it('joins the program of a container', async () => {
    const joined = await run('attach -i p -c main', 'hello\n')
    expect(joined).toMatchObject({ out: 'attached\nhello\n', code: 0 })
  })

  it('reads logs, and follows them to their end', async () => {
    const stamped = await run('logs p -c main --tail=2 --timestamps')
    expect(stamped.out).toBe('2024-01-01T00:00:01.000000000Z two\n2024-01-01T00:00:02.000000000Z three\n')
    expect((await run('logs p -c main --previous')).out).toBe('before\n')
    expect((await run('logs p -c waiting')).err).toBe(
      'Error from server (BadRequest): container "waiting" in pod "p" is waiting to start: trying and failing to pull image\n',
    )
    const child = spawn(program, ['logs', '-f', '--tail=1', 'p', '-c', 'main'], { env })
    await once(child, 'three\n')
    const more = once(child, 'more\n')
    served.output.write('more\n')
    await more
    served.output.lines.pop()
    child.kill()
  })

  it('forwards ports', async () => {
    const child = spawn(program, ['port-forward', 'p', ':80'], { env })
    const { 1: port } = (await once(child, '-> 80\n')).match(/127\.0\.0\.1:(\d+)/)!
    for (const path of ['/a', '/b'])
      expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe(
        `you said: GET ${path} HTTP/1.1\n`,
      )
    child.kill()
  })
})

it('has kubectls to try', ({ skip }) => {
  if (programs.length === 0) skip('there is no kubectl on PATH')
  expect(spawnSync(programs[0]!, ['version', '--client']).status).toBe(0)
})

/** What a program has printed, once a text is in it. */
function once(child: ChildProcess, text: string): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      all += chunk
      if (all.includes(text)) resolve(all)
    })
    child.once('close', () => reject(new Error(`it printed ${JSON.stringify(all)}`)))
  })
}
