// Command lines that real kubectls were given, one after the other, on a cluster of their release, and what they answered: the built-in
// one answers the same. `node scripts/record-kubectl.mjs` asks another.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../cluster/index.ts'
import { minorRelease } from '../../component-base/minor.ts'
import { kubectlOf, type Result } from './kubectl-of.ts'

interface Recorded {
  /** Where the server was that the real kubectl spoke to. */
  url: string
  kubectl: string
  commands: ({ args: string[] } & Result)[]
}

const golden = fileURLToPath(new URL('../golden/kubectl/', import.meta.url))
/** Command lines that are answered otherwise, and why. */
const gaps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1.24.json': {
    'create -f unknown.yaml': 'what a server without field validation drops is not found by kubectl itself',
    'create -f unknown.yaml --validate=false': 'the object is there already',
    create: 'the help is not printed',
    'get svc web -o yaml --show-managed-fields': 'who applied before is noted as later releases do',
    'patch deploy web --subresource=scale --type=merge -p {"spec":{"replicas":2}}':
      'the Deployment is asked for, not its Scale',
    'auth whoami -o yaml': 'the command is not there, its flags are',
  },
  '1.24-more.json': { 'auth whoami -o foo': 'the command is not there, its flags are' },
  '1.28.json': {
    create: 'the help is not printed',
    'patch deploy web --subresource=scale --type=merge -p {"spec":{"replicas":2}}':
      'the Deployment is asked for, not its Scale',
  },
}

const sessions = ['1.24.json', '1.24-more.json', '1.28.json', '1.28-more.json', '1.33.json', '1.33-more.json']
const files = Object.fromEntries(
  readdirSync(`${golden}files`).map((name) => [name, readFileSync(`${golden}files/${name}`, 'utf8')]),
)

let cluster: Cluster
afterEach(() => cluster.stop())

/** What differs from cluster to cluster: addresses, uids, times, versions of objects, ages, how far a rollout is when it is asked for. */
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
    .replace(/\b(web-\w{8,10})-\w{5}\b/g, '$1-POD')
    .replace(/(LIVE|MERGED)-\d+/g, '$1')
    .replace(/^Waiting for deployment .*\n/gm, '')
    .replace(/ +$/gm, '')

it.each(sessions)(
  'answers as the real kubectl: %s',
  async (file) => {
    const recorded = JSON.parse(readFileSync(`${golden}${file}`, 'utf8')) as Recorded
    cluster = await startCluster({ release: minorRelease(recorded.kubectl), nodes: 1, http: true })
    const run = kubectlOf(cluster, { release: recorded.kubectl, files })
    const differences: object[] = []
    for (const { args, ...expected } of recorded.commands) {
      const [ours, real] = [each(await run(args), cluster.url), each(expected, recorded.url)]
      const expects = gaps[file]?.[args.join(' ')] === undefined
      if (isDeepStrictEqual(ours, real) !== expects)
        differences.push({ line: `kubectl ${args.join(' ')}`, ours, real })
    }
    expect(differences).toEqual([])
  },
  120_000,
)

const each = ({ stdout, stderr, exitCode }: Result, url: string): Result => ({
  stdout: settled(stdout, url),
  stderr: settled(stderr, url),
  exitCode,
})
