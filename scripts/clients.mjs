// Real clients against simulated clusters: each a program of e2e/clients with its own dependencies, which are fetched and built on
// first use (below node_modules/.cache/clients). A client whose toolchain is not there is skipped.
// usage: npm run clients -- [--release 1.30,1.34,1.36] [--only go,helm-4]
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './command-line.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const programs = join(root, 'e2e/clients')
const cache = join(root, 'node_modules/.cache/clients')
const { values } = commandLine('npm run clients -- [--release 1.30,1.34,1.36] [--only go,helm-4]', {
  options: { release: { type: 'string' }, only: { type: 'string' } },
})
const releases = (values.release ?? '1.30,1.34,1.36').split(',')
const only = values.only?.split(',')

/** Names that no client has would pass by running none. */
function checkOnly() {
  const unknown = only?.filter((name) => !clients.some((one) => one.name === name)) ?? []
  if (unknown.length === 0) return
  console.error(`no client ${unknown.join(', ')}, but ${clients.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const helm = (major, version) => ({
  name: `helm-${major}`,
  needs: ['go'],
  build: [['go', 'install', `helm.sh/helm/v${major}/cmd/helm@v${version}`]],
  env: { GOBIN: join(cache, `helm-${major}`) },
  folder: 'helm',
  run: [process.execPath, 'main.mjs', join(cache, `helm-${major}/helm`)],
})

const usage = ['--metrics', '--metrics-usage=cpu=5m,memory=16Mi']

/** What a client needs on PATH, how it is built, and how it is run, both in its folder; `up`: more flags of the cluster. */
const clients = [
  { name: 'node', needs: [], build: [], up: usage, run: [process.execPath, 'main.mjs'] },
  { name: 'kubectl', needs: ['kubectl'], build: [], up: usage, run: [process.execPath, 'main.mjs'] },
  {
    name: 'go',
    needs: ['go'],
    build: [['go', 'build', '-o', join(cache, 'go/clients'), '.']],
    run: [join(cache, 'go/clients')],
  },
  helm(3, '3.22.0'),
  helm(4, '4.3.1'),
  {
    name: 'python',
    needs: ['python3'],
    build: [
      ['python3', '-m', 'venv', join(cache, 'python')],
      [
        join(cache, 'python/bin/pip'),
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '-r',
        'requirements.txt',
      ],
    ],
    run: [join(cache, 'python/bin/python'), 'main.py'],
  },
  {
    name: 'java',
    needs: ['java', 'mvn'],
    build: [
      [
        'mvn',
        '-q',
        '-B',
        `-DbuildDirectory=${join(cache, 'java')}`,
        'package',
        'dependency:copy-dependencies',
        `-DoutputDirectory=${join(cache, 'java')}/dependency`,
      ],
    ],
    run: [
      'java',
      '-cp',
      `${join(cache, 'java')}/classes:${join(cache, 'java')}/dependency/*`,
      'clients.Main',
    ],
  },
  {
    name: 'rust',
    needs: ['cargo'],
    build: [['cargo', 'build', '--quiet', '--locked']],
    env: { CARGO_TARGET_DIR: join(cache, 'rust') },
    run: [join(cache, 'rust/debug/clients')],
  },
]

const isThere = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Milliseconds that a client may take: on a machine that does much else, eight kubectls take as many minutes. */
const limit = 900_000

/** The last lines of what a build that failed said; undefined where it succeeded. */
function build({ name, folder = name, build: steps, env }) {
  mkdirSync(join(cache, name), { recursive: true })
  for (const [command, ...args] of steps) {
    const done = spawnSync(command, args, {
      cwd: join(programs, folder),
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    if (done.status !== 0) return `${done.stdout}${done.stderr}`.trim().split('\n').slice(-5).join('\n')
  }
  return undefined
}

/** A cluster of the release for one client. */
async function startCluster(release, folder, more = []) {
  const kubeconfig = join(folder, 'kubeconfig')
  const cluster = spawn(
    process.execPath,
    ['bin/kepsim', 'up', '--release', release, '--kubeconfig', kubeconfig, ...more],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => cluster.once('exit', resolve))
  await new Promise((resolve, reject) => {
    cluster.stdout.once('data', resolve)
    ended.then((code) => reject(new Error(`kepsim up ended with ${code}`)))
  })
  return {
    kubeconfig,
    async stop() {
      cluster.kill('SIGTERM')
      await ended
    },
  }
}

/** @returns what the client said, and whether it was content */
async function run({ name, folder = name, up, run: [command, ...args] }, release) {
  const work = mkdtempSync(join(tmpdir(), 'kepsim-clients-'))
  const cluster = await startCluster(release, work, up)
  try {
    const client = spawn(command, args, {
      cwd: join(programs, folder),
      env: { ...process.env, KUBECONFIG: cluster.kubeconfig },
      timeout: limit,
    })
    let said = ''
    for (const stream of [client.stdout, client.stderr])
      stream.on('data', (text) => {
        said += text
      })
    const [code, signal] = await new Promise((resolve) => client.once('close', (...end) => resolve(end)))
    if (signal !== null) said += `\nended after ${limit / 60_000} minutes`
    return { said, passed: code === 0 && said.includes('ok: ') }
  } finally {
    await cluster.stop()
    rmSync(work, { recursive: true })
  }
}

const sums = { passed: 0, failed: 0, skipped: 0 }

function tell(outcome, text, details = '') {
  sums[outcome]++
  console.log(
    `${{ passed: 'ok  ', failed: 'FAIL', skipped: 'SKIP' }[outcome]} ${text}${details === '' ? '' : `\n${details}`}`,
  )
}

checkOnly()
for (const client of clients.filter(({ name }) => only?.includes(name) ?? true)) {
  const missing = client.needs.filter((command) => !isThere(command))
  if (missing.length > 0) {
    tell('skipped', `${client.name}: ${missing.join(', ')} is not there`)
    continue
  }
  const broken = build(client)
  if (broken !== undefined) {
    tell('failed', `${client.name} cannot be built`, broken)
    continue
  }
  for (const release of releases) {
    const { said, passed } = await run(client, release)
    tell(passed ? 'passed' : 'failed', `${client.name} on ${release}`, passed ? '' : said.trim())
  }
}
console.log(`${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`)
process.exitCode = sums.failed > 0 ? 1 : 0
