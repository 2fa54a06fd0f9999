// Asks a real kubectl the command lines of a recorded session, on a simulated cluster of its release.
// usage: node scripts/record-kubectl.mjs KUBECTL FROM TO      FROM, TO: sessions as e2e/golden/kubectl/1.33.json
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../dist/index.js'

const [kubectl, from, to] = process.argv.slice(2)
if (to === undefined) {
  console.error('usage: node scripts/record-kubectl.mjs KUBECTL FROM TO')
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'kepsim-kubectl-'))
cpSync(new URL('../e2e/golden/kubectl/files', import.meta.url), work, { recursive: true })

/** What kubectl answers, without a cache of its own from another cluster. The server is in this process, so it runs beside it. */
function run(args, env) {
  const child = spawn(kubectl, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
  const result = { args, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => {
      result[stream] += text
    })
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ ...result, exitCode })))
}

const told = await run(['version', '--client', '-o', 'json'], process.env)
const version = JSON.parse(told.stdout).clientVersion.gitVersion.slice(1)
const release = version.split('.').slice(0, 2).join('.')
const cluster = await startCluster({ release, nodes: 1, http: true })
try {
  writeFileSync(join(work, 'kubeconfig'), cluster.kubeconfig)
  const env = { PATH: process.env.PATH, HOME: work, KUBECONFIG: join(work, 'kubeconfig') }
  const commands = []
  for (const { args } of JSON.parse(readFileSync(from, 'utf8')).commands) commands.push(await run(args, env))
  const lines = commands.map((command) => JSON.stringify(command)).join(',\n')
  writeFileSync(
    to,
    `{"kubectl":"${version}","url":"${cluster.url}","node":"node-1","commands":[\n${lines}\n]}\n`,
  )
  console.log(`kubectl ${version}: ${commands.length} commands`)
} finally {
  await cluster.stop()
  rmSync(work, { recursive: true })
}
