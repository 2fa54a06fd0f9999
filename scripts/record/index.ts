// Records the facts of a release from its real components into releases/<1.NN>/ (docs/contributing/add-a-release.md).
// usage: npm run record -- --release 1.29 --binaries DIR [--only FILES] [--to DIR] [--golden DIR] [--verify]
//   --only FILES     these of the files that Go modules tell (go/go-facts.ts), as gates.json,go-types.json; `modules`: all of them. No binaries
//                    are needed; --release then names the patch (1.29.15), or else the recorded one is asked.
//                    `answers`: what the server answers to all recorded scenarios
//   --binaries DIR   holds kube-apiserver, and kubelet and kube-proxy; etcd there, beside it or on PATH
//   --to DIR         in place of releases/
//   --golden DIR     in place of e2e/golden/conformance, the scenarios
//   --verify         writes nothing: exit code 1 where a file differs from what would be written
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end. Field numbers and lives of kinds are read from
// the release's Go modules, which `go` downloads.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { minorRelease } from '../../component-base/minor.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { patchFacts } from '../../component-base/release.ts'
import { commandLine } from '../command-line.mjs'
import { recordAnswers } from './answers/record-answers.ts'
import { compact } from './compact.mjs'
import { findBinaries } from './components.ts'
import { storedFacts } from './differences.ts'
import { goFacts, recordGoFacts } from './go/go-facts.ts'
import { RecordError } from './record-error.ts'
import { recordRelease } from './record-release.ts'
import type { Recording } from './recording.ts'
import type { Servers } from './server-facts/server-facts.ts'

const usage =
  'npm run record -- --release 1.29 --binaries DIR [--only FILES] [--to DIR] [--golden DIR] [--verify]'
const { values } = commandLine(usage, {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    only: { type: 'string' },
    to: { type: 'string', default: join(packageRoot, 'releases') },
    golden: { type: 'string', default: join(packageRoot, 'e2e/golden/conformance') },
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

/** Writes the files, or with --verify compares them. Answers the paths of those that were not the same. */
function put(folder: string, texts: Readonly<Record<string, string>>, verify: boolean): string[] {
  const changed = Object.entries(texts)
    .map(([name, text]) => [join(folder, name), text] as const)
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  const names = changed.map(([path]) => relative(packageRoot, path))
  if (verify) return names
  for (const [path, text] of changed) {
    // Of the file's own folder only: a folder of a release says that the release can be simulated.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return names
}

const remark = (release: string) => (line: string) => say(`${release}: ${line}`)

/** @param folder of the binaries */
const serversOf = (folder: string): Servers => ({
  binaries: findBinaries(folder, process.env['PATH'] ?? ''),
  folder: temporaryFolder(),
  patience: 180_000,
})

/** What real components tell, as `to` holds it: file → text. */
async function fromServers(release: string, servers: Servers, to: string): Promise<Record<string, string>> {
  const recording: Recording = { facts: {}, remark: remark(release) }
  await recordRelease(release, servers, recording)
  return Object.fromEntries(
    Object.entries(recording.facts).map(([name, value]) => [
      `${name}.json`,
      compact(storedFacts(to, release, name, value)),
    ]),
  )
}

/** The files of `--only`, and whether answers are asked for; without it, all that Go modules tell, and answers. */
function chosenFacts(only: string | undefined): { files: string[]; answers: boolean } {
  const known = Object.keys(goFacts)
  const names = only === undefined ? ['modules', 'answers'] : only.split(',')
  const files = names.flatMap((name) => (name === 'modules' ? known : name === 'answers' ? [] : [name]))
  const unknown = files.find((file) => !known.includes(file))
  if (unknown === undefined) return { files, answers: names.includes('answers') }
  throw new RecordError(
    `--only ${unknown}: no such file; modules for all, answers, or one or more of ${known.join(',')}`,
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

async function main(): Promise<number> {
  const { release: text, binaries, only, to, golden, verify } = values
  const { files, answers } = chosenFacts(only)
  const needsBinaries = only === undefined || answers
  if (text === undefined || !/^1\.\d+(\.\d+)?$/.test(text) || (needsBinaries && binaries === undefined))
    throw new RecordError(`--release (as 1.29) and --binaries or --only are needed\nusage: ${usage}`)
  const release = minorRelease(text)
  const folder = join(to, release)
  const servers = needsBinaries ? serversOf(binaries!) : undefined
  const served = only === undefined ? await fromServers(release, servers!, to) : {}
  const changed = put(folder, served, verify)
  // The types of Go that are recorded are those which the schemas name, and read these.
  if (files.length > 0) {
    const said = await recordGoFacts(versionOf(text, served['version.json']), files, to, remark(release))
    changed.push(...put(folder, said, verify))
  }
  const asked = answers
    ? await recordAnswers({ release, servers: servers!, golden, remark: remark(release) })
    : {}
  changed.push(...put(golden, asked, verify))
  const count = Object.keys(served).length + files.length + Object.keys(asked).length
  say(`${release}: ${count} files recorded, ${changed.length} ${verify ? 'differ' : 'changed'}`)
  for (const name of changed) say(`  ${name}`)
  return verify && changed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof RecordError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
