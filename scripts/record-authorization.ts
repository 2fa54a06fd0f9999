// Records what a real kube-apiserver makes of configurations of authorizers, and what its webhooks are sent (bundled by esbuild):
// node record-authorization.js BINARIES VERSION PORT KEY FOLDER, where BINARIES has etcd and VERSION/kube-apiserver, KEY and KEY.pub
// are those of service accounts; what is recorded already is left alone

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minorOf } from '../component-base/minor.ts'
import { startHookServers } from '../server/admission/webhook/testing/hook-server.ts'
import {
  type RecordedCase,
  readRecorded,
  writtenRecorded,
} from '../server/admission/webhook/testing/recorded.ts'
import {
  playServer,
  type RequestResult,
  tokenFile,
  writeCase,
} from '../server/endpoints/authorization/testing/play.ts'
import { serverCases } from '../server/endpoints/authorization/testing/request-cases.ts'
import { writeStart } from '../server/endpoints/authorization/testing/start.ts'
import { startCases } from '../server/endpoints/authorization/testing/start-cases.ts'
import { ask } from '../server/testing/played-request.ts'
import { runBinary } from './record/cases/run-binary.ts'
import { startError } from './record/start-error.ts'

const [binaries = '', version = '', port = '', key = '', folder = ''] = process.argv.slice(2)
const release = version.replace(/^v(\d+\.\d+).*/, '$1')
const store = `http://127.0.0.1:${Number(port) + 1}`

/** Pointers, which differ from run to run. */
const addresses = /0x[0-9a-f]{6,}/g

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'record-authorization-'))
const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const program = join(binaries, version, 'kube-apiserver')

function argumentsOf(flags: readonly string[], dir: string): string[] {
  const own = [
    '--etcd-servers',
    store,
    '--secure-port',
    port,
    '--bind-address',
    '127.0.0.1',
    '--cert-dir',
    dir,
  ]
  const accounts = ['--service-account-key-file', `${key}.pub`, '--service-account-signing-key-file', key]
  const issuer = ['--service-account-issuer', 'https://kubernetes.default.svc']
  return [...own, ...accounts, ...issuer, ...flags]
}

/** The error that a start ends with; undefined: it goes on. */
async function refusal(flags: readonly string[], dir: string): Promise<string | undefined> {
  const { stdout, stderr } = await runBinary(program, argumentsOf(flags, dir), { cwd: dir, patience: 30_000 })
  return startError(stdout + stderr)
    ?.replaceAll(dir, 'DIR')
    .replace(addresses, '0x<address>')
}

const ready = (): Promise<boolean> =>
  ask(`https://127.0.0.1:${port}/readyz`, {
    method: 'GET',
    headers: { authorization: 'Bearer admintoken' },
  }).then(
    ({ status }) => status === 200,
    () => false,
  )

function recorded<T>(
  name: string,
  order: readonly { readonly name: string }[],
): { cases: Map<string, RecordedCase<T>>; write(): void } {
  const file = join(folder, name)
  const cases = new Map(existsSync(file) ? readRecorded<T>(readFileSync(file, 'utf8')) : [])
  const inOrder = (): Map<string, RecordedCase<T>> =>
    new Map(order.flatMap(({ name: one }) => (cases.has(one) ? [[one, cases.get(one)!]] : [])))
  return { cases, write: () => writeFileSync(file, writtenRecorded<T>(inOrder())) }
}

async function recordStarts(): Promise<void> {
  const { cases, write } = recorded<{ error: string }>('recorded-starts.json', startCases)
  for (const one of startCases) {
    if (cases.get(one.name)?.[release] !== undefined) continue
    const dir = newFolder()
    const error = await refusal(writeStart(one, dir), dir)
    if (error !== undefined) cases.set(one.name, { ...cases.get(one.name), [release]: [{ error }] })
    rmSync(dir, { recursive: true })
  }
  write()
}

async function recordServers(): Promise<void> {
  const { cases, write } = recorded<RequestResult>('recorded.json', serverCases)
  const hooks = await startHookServers()
  for (const one of serverCases) {
    if (cases.get(one.name)?.[release] !== undefined) continue
    const dir = newFolder()
    const peers = `http://127.0.0.1:${Number(port) + 2}`
    const etcd = spawn(join(binaries, 'etcd'), [
      ...['--data-dir', join(dir, 'etcd'), '--listen-client-urls', store, '--advertise-client-urls', store],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `default=${peers}`],
    ])
    writeFileSync(join(dir, 'tokens.csv'), `${tokenFile('admintoken')}\n`)
    await later(5000)
    const flags = [...writeCase(one, hooks, dir), '--token-auth-file', join(dir, 'tokens.csv')]
    const server = spawn(program, argumentsOf(flags, dir))
    for (let i = 0; i < 300 && !(await ready()); i++) await later(300)
    const player = {
      url: `https://127.0.0.1:${port}`,
      hooks,
      minor: minorOf(release),
      waits: true,
    }
    const results = await playServer(player, one, 'admintoken')
    cases.set(one.name, { ...cases.get(one.name), [release]: results })
    server.kill('SIGKILL')
    etcd.kill('SIGKILL')
    await later(1000)
    rmSync(dir, { recursive: true, force: true })
  }
  write()
  await hooks.close()
}

await recordStarts()
await recordServers()
