// Records a release from its real components (docs/contributing/add-a-release.md): its facts into releases/<1.NN>/, what it does with
// recorded scenarios and cases into e2e/golden/.
// usage: npm run record -- --release 1.29 --binaries DIR [--only PARTS] [--to DIR] [--golden DIR] [--verify]
//   --only PARTS     of the parts some, with commas:
//                    `facts`: all that releases/ holds; of these
//                    the files that Go modules tell (go/go-facts.ts), as gates.json,go-types.json; `modules`: all of them. No binaries are
//                    needed; --release then names the patch (1.29.15), or else the recorded one is asked;
//                    `answers`: what the server answers to all recorded scenarios;
//                    controllers,gates,flags,kubelet,kube-proxy,rules,ipvs,wire: what components do with the inputs of recorded cases (cases/index.ts); `cases`:
//                    all of them. Rules need root, iptables and nft
//   --binaries DIR   holds kube-apiserver, and kubelet and kube-proxy; etcd there, beside it or on PATH
//   --to DIR         in place of releases/
//   --golden DIR     in place of e2e/golden, with conformance/ and cases/
//   --verify         writes nothing: exit code 1 where a file differs from what would be written
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end. Field numbers and lives of kinds are read from
// the release's Go modules, which `go` downloads.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { minorOf, minorRelease } from '../../component-base/minor.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { patchFacts } from '../../component-base/release.ts'
import { type DiscoveryFacts, recordedReleases } from '../../component-base/release-facts.ts'
import { commandLine } from '../command-line.mjs'
import { recordAnswers } from './answers/record-answers.ts'
import { caseNames, recordCases } from './cases/index.ts'
import { inPrivateNetwork, runInPrivateNetwork } from './cases/private-network.ts'
import { compact } from './compact.mjs'
import { findBinaries } from './components.ts'
import { storedFacts } from './differences.ts'
import { goFacts, recordGoFacts } from './go/go-facts.ts'
import { readFact } from './read-fact.ts'
import { RecordError } from './record-error.ts'
import { recordRelease } from './record-release.ts'
import type { Recording } from './recording.ts'
import { runRecorder } from './run-recorder.ts'
import { discoveryFiles, type ListedKinds, listedKinds } from './server-facts/listed-kinds.ts'
import type { Servers } from './server-facts/server-facts.ts'

const usage =
  'npm run record -- --release 1.29 --binaries DIR [--only PARTS] [--to DIR] [--golden DIR] [--verify]'
const { values } = commandLine(usage, {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    only: { type: 'string' },
    to: { type: 'string', default: join(packageRoot, 'releases') },
    golden: { type: 'string', default: join(packageRoot, 'e2e/golden') },
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

/** How many files were recorded, and the paths of those that were not the same. */
const recorded = { count: 0, changed: [] as string[] }

/** Writes the files, or with --verify compares them. */
function put(folder: string, texts: Readonly<Record<string, string>>): void {
  const files = Object.entries(texts).map(([name, text]) => [join(folder, name), text] as const)
  const changed = files.filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  recorded.count += files.length
  recorded.changed.push(...changed.map(([path]) => relative(packageRoot, path)))
  if (values.verify) return
  for (const [path, text] of changed) {
    // Of the file's own folder only: a folder of a release says that the release can be simulated.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
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
  const texts = Object.entries(recording.facts).map(([name, value]) => [
    `${name}.json`,
    compact(storedFacts(to, release, name, value)),
  ])
  return { ...Object.fromEntries(texts), '../kinds.json': compact(kindsWith(release, recording.facts, to)) }
}

/** The kinds of all releases, of this one as it was recorded just now. */
function kindsWith(release: string, facts: Recording['facts'], to: string): ListedKinds {
  const releases = [...new Set([...recordedReleases(), release])].sort((a, b) => minorOf(a) - minorOf(b))
  return listedKinds(
    releases.flatMap((one) =>
      discoveryFiles.map((name) => {
        const own = one === release ? facts[name] : undefined
        return (own ?? readFact(to, join(one, `${name}.json`))) as DiscoveryFacts
      }),
    ),
  )
}

/** What is to be recorded. */
interface Parts {
  /** What servers tell of themselves. */
  served: boolean
  /** Files that Go modules tell. */
  files: string[]
  answers: boolean
  cases: string[]
}

const groups = ['facts', 'modules', 'answers', 'cases']

/** The parts of `--only`; without it, all. */
function chosenParts(only: string | undefined): Parts {
  const known = Object.keys(goFacts)
  const names = only === undefined ? ['facts', 'answers', 'cases'] : only.split(',')
  const unknown = names.find((name) => ![...groups, ...known, ...caseNames].includes(name))
  if (unknown !== undefined)
    throw new RecordError(
      `--only ${unknown}: no such part; facts, modules (${known.join(',')}), answers, cases (${caseNames.join(',')}), or some of these`,
    )
  const has = (...any: string[]): boolean => any.some((name) => names.includes(name))
  return {
    served: has('facts'),
    files: known.filter((file) => has(file, 'modules', 'facts')),
    answers: has('answers'),
    cases: caseNames.filter((name) => has(name, 'cases')),
  }
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

/** Rules are recorded by a process of its own in a private network. Answers its exit code. */
async function recordChosenCases(names: readonly string[], version: string, folder: string): Promise<number> {
  const apart = names.includes('rules') && !inPrivateNetwork()
  const here = names.filter((name) => !apart || name !== 'rules')
  const recordings = join(values.golden, 'cases')
  const source = { version, folder, recordings, remark: remark(minorRelease(version)) }
  put(recordings, await recordCases(here, source))
  return apart ? runInPrivateNetwork('--only', 'rules') : 0
}

/** Tells what was recorded, and what of it is new. Answers the exit code. */
function report(release: string): number {
  const { count, changed } = recorded
  say(`${release}: ${count} files recorded, ${changed.length} ${values.verify ? 'differ' : 'changed'}`)
  for (const path of changed) say(`  ${path}`)
  return values.verify && changed.length > 0 ? 1 : 0
}

async function main(): Promise<number> {
  const { release: text, binaries, only, to, golden } = values
  const { served: asksServers, files, answers, cases } = chosenParts(only)
  const needsBinaries = asksServers || answers || cases.length > 0
  if (text === undefined || !/^1\.\d+(\.\d+)?$/.test(text) || (needsBinaries && binaries === undefined))
    throw new RecordError(`--release (as 1.29) and --binaries or --only are needed\nusage: ${usage}`)
  const release = minorRelease(text)
  const told = remark(release)
  const folder = join(to, release)
  const served = asksServers ? await fromServers(release, serversOf(binaries!), to) : {}
  put(folder, served)
  const version = versionOf(text, served['version.json'])
  // The types of Go that are recorded are those which the schemas name, and read these.
  if (files.length > 0) put(folder, await recordGoFacts(version, files, to, told))
  if (answers) {
    const scenarios = join(golden, 'conformance')
    put(
      scenarios,
      await recordAnswers({ release, servers: serversOf(binaries!), golden: scenarios, remark: told }),
    )
  }
  const code = cases.length === 0 ? 0 : await recordChosenCases(cases, version, binaries!)
  return report(release) || code
}

await runRecorder(async () => {
  process.exitCode = await main()
})
