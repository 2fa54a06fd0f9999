// Command lines that real kubectls were given, one after the other, on a cluster of their release, and what they answered: the built-in
// one answers the same. `npm run record-kubectl` asks another.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../cluster/index.ts'
import { minorRelease } from '../../component-base/minor.ts'
import { ServerDocuments } from '../../kubectl/resources/server-documents.ts'
import { adminKubeconfig, adminToken } from '../../scripts/record/server/admin.ts'
import { kubectlOf, type Result } from './kubectl-of.ts'

interface Recorded {
  /** Where the server was that the real kubectl spoke to. */
  url: string
  kubectl: string
  commands: ({ args: string[] } & Result)[]
}

const golden = fileURLToPath(new URL('../golden/kubectl/', import.meta.url))
const ownHelp = "the help that follows the error is the built-in kubectl's own"
/** Command lines that are answered otherwise, and why. */
const gaps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1.24.json': {
    'create -f unknown.yaml': 'what a server without field validation drops is not found by kubectl itself',
    'create -f unknown.yaml --validate=false': 'the object is there already',
    create: ownHelp,
  },
  '1.25.json': { create: ownHelp },
  '1.26.json': { create: ownHelp },
  '1.27.json': { create: ownHelp },
  '1.28.json': { create: ownHelp },
  '1.29.json': { create: ownHelp },
}

const sessions = readdirSync(golden).filter((name) => name.endsWith('.json'))
const files = Object.fromEntries(
  readdirSync(`${golden}files`).map((name) => [name, readFileSync(`${golden}files/${name}`, 'utf8')]),
)

let cluster: Cluster
afterEach(() => cluster.stop())

const folder = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The cluster that the session was recorded on: a real one, whose administrator has a token, or a simulated one without users. */
async function startAs({ kubectl, url }: Recorded): Promise<{ cluster: Cluster; kubeconfig: string }> {
  const options = { release: minorRelease(kubectl), nodes: 1 }
  if (url.startsWith('http:')) {
    const trusting = await startCluster({ ...options, http: true })
    return { cluster: trusting, kubeconfig: trusting.kubeconfig }
  }
  const tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, `${adminToken},admin,admin,"system:masters"\n`)
  const guarded = await startCluster({ ...options, apiserverFlags: [`--token-auth-file=${tokens}`] })
  return { cluster: guarded, kubeconfig: adminKubeconfig({ server: guarded.url, token: adminToken }) }
}

/**
 * What servers before 1.27 serve, some fifty documents without versions, asked for once: the real kubectls of the sessions had a home, where they
 * keep them for hours. No session changes what is served.
 */
class AskedOnce extends ServerDocuments {
  private readonly answers = new Map<string, unknown>()

  override async read<T>(...[key, ask, parse]: Parameters<ServerDocuments['read']>): Promise<T> {
    if (this.answers.has(key)) return this.answers.get(key) as T
    let versioned = false
    const asked = async (etag: string | undefined) => {
      const answer = await ask(etag)
      versioned = answer.etag !== undefined
      return answer
    }
    const value = (await super.read(key, asked, parse)) as T
    if (!versioned) this.answers.set(key, value)
    return value
  }
}

/**
 * What `kubectl explain` says without its prose, of which schemas in releases/ have none: fields, types and kinds are left.
 */
const withoutProse = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^\S|\t/.test(line) && !/^\s*$/.test(line))
    .join('\n')

/** What differs from cluster to cluster: addresses, hashes of pod templates (which are of Go's values), uids, times, versions of objects, ages, how far a rollout is when it is asked for. */
const settled = (text: string, url: string): string =>
  text
    .replaceAll(url, 'URL')
    .replaceAll(new URL(url).host, 'HOST')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+( \+0000|Z)/g, 'TIME')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]+ \+0000/g, 'TIME')
    .replace(/(resourceVersion"?: "?|Resource Version: +)\d+/g, '$1RV')
    .replace(/\b10\.\d+\.\d+\.\d+( *)/g, (all, spaces: string) =>
      spaces === '' ? 'IP' : all.replace(/.*/, 'IP '),
    )
    .replace(/\b(\d+[smhd])+(?= *$| {2,})/gm, 'AGE')
    .replace(/\bAGE +/g, 'AGE ')
    .replace(/\bweb-[bcdf-hj-np-tv-xz2456789]{8,10}\b/g, 'web-HASH')
    .replace(/\bweb-HASH-\w{5}\b/g, 'web-HASH-POD')
    .replace(/(LIVE|MERGED)-\d+/g, '$1')
    .replace(/^NAME +/gm, 'NAME ')
    .replace(/^Waiting for deployment .*\n/gm, '')
    .replace(/ +$/gm, '')

const sorted = (text: string): string => text.split('\n').sort().join('\n')

/**
 * What is compared of an answer, by a word of the command line; all but that of `explain` only of a real server's. Components' states come in the
 * order in which probes end.
 */
const comparable: Readonly<Record<string, (text: string) => string>> = {
  explain: withoutProse,
  componentstatuses: sorted,
  // Entries of one second are in the order of their managers, others in that of their times.
  '--show-managed-fields': sorted,
}

it.each(sessions)(
  'answers as the real kubectl: %s',
  async (file) => {
    const recorded = JSON.parse(readFileSync(`${golden}${file}`, 'utf8')) as Recorded
    const started = await startAs(recorded)
    cluster = started.cluster
    const run = kubectlOf(started, { release: recorded.kubectl, files, documents: new AskedOnce() })
    const differences: object[] = []
    for (const { args, ...expected } of recorded.commands) {
      const word = args.find((arg) => Object.hasOwn(comparable, arg)) ?? ''
      const isExact = recorded.url.startsWith('http:') && word !== 'explain'
      const text = isExact ? undefined : comparable[word]
      const [ours, real] = [each(await run(args), cluster.url, text), each(expected, recorded.url, text)]
      const expects = gaps[file]?.[args.join(' ')] === undefined
      if (isDeepStrictEqual(ours, real) !== expects)
        differences.push({ line: `kubectl ${args.join(' ')}`, ours, real })
    }
    expect(differences).toEqual([])
  },
  240_000,
)

const each = ({ stdout, stderr, exitCode }: Result, url: string, text = (all: string) => all): Result => ({
  stdout: text(settled(stdout, url)),
  stderr: settled(stderr, url),
  exitCode,
})
