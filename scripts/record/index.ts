// Records the facts of a release from its real components into releases/<1.NN>/ (docs/contributing/add-a-release.md).
// usage: npm run record -- --release 1.29 --binaries DIR [--to DIR] [--verify]
//   --binaries DIR   holds kube-apiserver, and kubelet and kube-proxy; etcd there, beside it or on PATH
//   --to DIR         in place of releases/
//   --verify         writes nothing: exit code 1 where a file differs from what would be written
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end. Field numbers and lives of kinds are read from
// the release's Go modules, which `go` downloads.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'
import { commandLine } from '../command-line.mjs'
import { compact } from './compact.mjs'
import { findBinaries } from './components.ts'
import { storedFacts } from './differences.ts'
import { RecordError } from './record-error.ts'
import { recordRelease } from './record-release.ts'
import type { Recording } from './recording.ts'

const usage = 'npm run record -- --release 1.29 --binaries DIR [--to DIR] [--verify]'
const { values } = commandLine(usage, {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    to: { type: 'string', default: join(packageRoot, 'releases') },
    verify: { type: 'boolean', default: false },
  },
})

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** A folder that is gone when this process ends, however it does. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-record-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Without a listener they end the process, and nothing is told of it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return folder
}

/** Writes the files of a release, or with --verify compares them. Answers the names of those that were not the same. */
function put(to: string, release: string, facts: Recording['facts'], verify: boolean): string[] {
  const folder = join(to, release)
  const texts = Object.entries(facts).map(
    ([name, value]) => [`${name}.json`, compact(storedFacts(to, release, name, value))] as const,
  )
  const changed = texts.filter(([name, text]) => {
    const path = join(folder, name)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  if (verify) return changed.map(([name]) => name)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of changed) writeFileSync(join(folder, name), text)
  return changed.map(([name]) => name)
}

async function main(): Promise<number> {
  const { release, binaries, to, verify } = values
  if (release === undefined || binaries === undefined || !/^1\.\d+$/.test(release))
    throw new RecordError(`--release (as 1.29) and --binaries are needed\nusage: ${usage}`)
  const servers = {
    binaries: findBinaries(binaries, process.env['PATH'] ?? ''),
    folder: temporaryFolder(),
    patience: 180_000,
  }
  const recording: Recording = { facts: {}, remark: (line) => say(`${release}: ${line}`) }
  await recordRelease(release, servers, recording)
  const changed = put(to, release, recording.facts, verify)
  const count = Object.keys(recording.facts).length
  say(`${release}: ${count} files recorded, ${changed.length} ${verify ? 'differ' : 'changed'}`)
  for (const name of changed) say(`  ${join(release, name)}`)
  return verify && changed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof RecordError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
