// Records the facts of a release from its real components into releases/<1.NN>/ (docs/contributing/add-a-release.md).
// usage: npm run record -- --release 1.29 --binaries DIR [--only FILES | --cases NAMES] [--to DIR] [--verify]
//   --only FILES     these of the files that Go modules tell (go/go-facts.ts), as gates.json,go-types.json; `modules`: all of them. No binaries
//                    are needed; --release then names the patch (1.29.15), or else the recorded one is asked
//   --cases NAMES    in place of facts, what components do with the inputs of recorded cases (cases/index.ts), into e2e/golden/cases; `all`, or
//                    some of gates,flags,kubelet,kube-proxy,wire. --release names the patch
//   --binaries DIR   holds kube-apiserver, and kubelet and kube-proxy; etcd there, beside it or on PATH
//   --to DIR         in place of releases/, or with --cases of e2e/golden/cases/
//   --verify         writes nothing: exit code 1 where a file differs from what would be written
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end. Field numbers and lives of kinds are read from
// the release's Go modules, which `go` downloads.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { minorRelease } from '../../component-base/minor.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { patchFacts } from '../../component-base/release.ts'
import { commandLine } from '../command-line.mjs'
import { recordCases } from './cases/index.ts'
import { compact } from './compact.mjs'
import { findBinaries } from './components.ts'
import { storedFacts } from './differences.ts'
import { goFacts, recordGoFacts } from './go/go-facts.ts'
import { RecordError } from './record-error.ts'
import { recordRelease } from './record-release.ts'
import type { Recording } from './recording.ts'

const usage =
  'npm run record -- --release 1.29 --binaries DIR [--only FILES | --cases NAMES] [--to DIR] [--verify]'
const { values } = commandLine(usage, {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    only: { type: 'string' },
    cases: { type: 'string' },
    to: { type: 'string' },
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

/** Writes the files, or with --verify compares them. Answers the names of those that were not the same. */
function put(folder: string, texts: Readonly<Record<string, string>>, verify: boolean): string[] {
  const changed = Object.entries(texts).filter(([name, text]) => {
    const path = join(folder, name)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  if (verify) return changed.map(([name]) => name)
  for (const [name, text] of changed) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return changed.map(([name]) => name)
}

const remark = (release: string) => (line: string) => say(`${release}: ${line}`)

/** What real components tell, as `to` holds it: file → text. @param folder of their binaries */
async function fromServers(release: string, folder: string, to: string): Promise<Record<string, string>> {
  const servers = {
    binaries: findBinaries(folder, process.env['PATH'] ?? ''),
    folder: temporaryFolder(),
    patience: 180_000,
  }
  const recording: Recording = { facts: {}, remark: remark(release) }
  await recordRelease(release, servers, recording)
  return Object.fromEntries(
    Object.entries(recording.facts).map(([name, value]) => [
      `${name}.json`,
      compact(storedFacts(to, release, name, value)),
    ]),
  )
}

/** The files of `--only`; without it, all that Go modules tell. */
function chosenFacts(only: string | undefined): string[] {
  const known = Object.keys(goFacts)
  const files = only === undefined || only === 'modules' ? known : only.split(',')
  const unknown = files.find((file) => !known.includes(file))
  if (unknown === undefined) return files
  throw new RecordError(
    `--only ${unknown}: no such file; modules for all, or one or more of ${known.join(',')}`,
  )
}

/** `v1.29.15` of a release with its patch, of what its server said, or of the patch that is recorded. */
function versionOf(release: string, version: string | undefined): string {
  if (version !== undefined) return (JSON.parse(version) as { gitVersion: string }).gitVersion
  if (/^1\.\d+\.\d+$/.test(release)) return `v${release}`
  const recorded = patchFacts().recorded[release]
  if (recorded === undefined)
    throw new RecordError(`--release ${release}: name its patch too, as ${release}.0, or --binaries`)
  return `v${recorded}`
}

/** Tells what was recorded, and what of it is new. Answers the exit code. */
function report(release: string, count: number, changed: readonly string[], verify: boolean): number {
  say(`${release}: ${count} files recorded, ${changed.length} ${verify ? 'differ' : 'changed'}`)
  for (const name of changed) say(`  ${name}`)
  return verify && changed.length > 0 ? 1 : 0
}

async function mainOfCases(names: string, release: string, folder: string): Promise<number> {
  const recordings = values.to ?? join(packageRoot, 'e2e/golden/cases')
  const files = await recordCases(names, { version: versionOf(release, undefined), folder, recordings })
  return report(release, Object.keys(files).length, put(recordings, files, values.verify), values.verify)
}

async function main(): Promise<number> {
  const { release: text, binaries, only, cases, verify } = values
  if (text === undefined || !/^1\.\d+(\.\d+)?$/.test(text) || (binaries ?? only) === undefined)
    throw new RecordError(`--release (as 1.29) and --binaries or --only are needed\nusage: ${usage}`)
  if (cases !== undefined && binaries === undefined) throw new RecordError('--cases needs --binaries')
  if (cases !== undefined) return mainOfCases(cases, text, binaries!)
  const to = values.to ?? join(packageRoot, 'releases')
  const files = chosenFacts(only)
  const release = minorRelease(text)
  const folder = join(to, release)
  const served = only === undefined ? await fromServers(release, binaries!, to) : {}
  const changed = put(folder, served, verify)
  // The types of Go that are recorded are those which the schemas name, and read these.
  const said = await recordGoFacts(versionOf(text, served['version.json']), files, to, remark(release))
  changed.push(...put(folder, said, verify))
  const names = changed.map((name) => join(release, name))
  return report(release, Object.keys(served).length + files.length, names, verify)
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof RecordError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
