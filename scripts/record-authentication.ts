// Records what a real kube-apiserver makes of tokens and of configurations of authentication (bundled by esbuild):
// node record-authentication.js --release 1.36 --binaries DIR
// Upstream: what server/endpoints/authentication/recorded.test.ts compares with.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minorOf } from '../component-base/minor.ts'
import { packageRoot } from '../component-base/package-root.ts'
import {
  type ErrorCase,
  errorCases,
  hookFile,
  type ServerCase,
  serverCases,
} from '../server/endpoints/authentication/testing/cases.ts'
import { type IssuerServer, startIssuers } from '../server/endpoints/authentication/testing/issuer-server.ts'
import {
  filled,
  type Played,
  playTokens,
  settledText,
} from '../server/endpoints/authentication/testing/play.ts'
import { type Recorded, writtenRecorded } from '../server/endpoints/authentication/testing/recorded.ts'
import { commandLine } from './command-line.mjs'
import { runBinary } from './record/cases/run-binary.ts'
import { type Binaries, findBinaries } from './record/components.ts'
import { adminToken } from './record/server/admin.ts'
import { startRealServer } from './record/server/real-server.ts'
import { writeKeys } from './record/server/service-account-keys.ts'
import { startError } from './record/start-error.ts'
import { recordedServerFlags } from './recorded-server-flags.ts'

const { values } = commandLine('node record-authentication.js --release 1.36 --binaries DIR [--only TEXT]', {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const release = values.release!
const minor = minorOf(release)
const binaries: Binaries = findBinaries(values.binaries!, process.env['PATH'] ?? '')
const path = join(packageRoot, 'server/endpoints/authentication/recorded.json')

function folderWith(issuers: IssuerServer, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-record-'))
  writeKeys(dir)
  writeFileSync(join(dir, 'tokens.csv'), `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 })
  const all = { 'ca.pem': issuers.ca, empty: '', 'hook.yaml': hookFile, ...files }
  for (const [name, text] of Object.entries(all))
    writeFileSync(join(dir, name), name === 'ca.pem' ? text : filled(text, issuers, dir, minor))
  return dir
}

async function recordServer(one: ServerCase, issuers: IssuerServer): Promise<Played> {
  const dir = folderWith(issuers, one.files ?? {})
  const flags = one.flags.map((flag) => filled(flag, issuers, dir, minor))
  const server = await startRealServer({ binaries, folder: dir, flags, patience: 120_000 })
  try {
    const player = { url: `https://127.0.0.1:${server.port}`, minor, token: adminToken, issuers }
    return await playTokens(player, one)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function recordError(one: ErrorCase, issuers: IssuerServer): Promise<string> {
  const files: Record<string, string> = one.config === undefined ? {} : { 'authentication.yaml': one.config }
  const dir = folderWith(issuers, files)
  const own = [
    ...(one.config === undefined ? [] : ['--authentication-config={dir}/authentication.yaml']),
    ...(one.flags ?? []),
  ]
  const flags = own.map((flag) => filled(flag, issuers, dir, minor))
  const args = [
    '--etcd-servers=http://127.0.0.1:1',
    '--secure-port=21199',
    '--cert-dir=certs',
    ...recordedServerFlags,
    ...flags,
  ]
  try {
    const { stderr, exitCode } = await runBinary(binaries['kube-apiserver'], args, {
      cwd: dir,
      patience: 10_000,
    })
    if (exitCode === null) return 'starts'
    return settledText(messageIn(stderr), dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What a failing start says: flags that cannot be parsed are told of without a log. */
const messageIn = (stderr: string): string =>
  startError(stderr) ?? /^Error: .*$/m.exec(stderr)?.[0] ?? stderr.slice(-300)

const recorded: Recorded = existsSync(path)
  ? JSON.parse(readFileSync(path, 'utf8'))
  : { servers: {}, errors: {} }
const wanted = ({ name, since = 0 }: { name: string; since?: number }): boolean =>
  name.includes(values.only) && since <= minor
for (const one of serverCases.filter(wanted)) {
  const issuers = await startIssuers()
  recorded.servers[one.name] = { ...recorded.servers[one.name], [release]: await recordServer(one, issuers) }
  await issuers.close()
  console.log(`${release}: ${one.name}`)
}
const issuers = await startIssuers()
for (const one of errorCases.filter(wanted)) {
  recorded.errors[one.name] = { ...recorded.errors[one.name], [release]: await recordError(one, issuers) }
  console.log(`${release}: ${one.name}: ${recorded.errors[one.name]![release]}`)
}
await issuers.close()
writeFileSync(path, writtenRecorded(recorded))
