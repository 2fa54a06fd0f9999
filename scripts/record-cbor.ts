// Records what a real kube-apiserver answers and stores where the gate CBORServingAndStorage is on, then off and on again:
//   node dist/record-cbor.js --release 1.36 --binaries DIR
// With --grow SEED instead of binaries: what the release's packages make of CBOR that is made by chance (needs Go and the modules):
//   node dist/record-cbor.js --release 1.36 --grow 5 --version v1.36.3
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packageRoot } from '../component-base/package-root.ts'
import { type CborAnswer, type CborTarget, playParts } from '../e2e/cbor/play.ts'
import type { CborRequest } from '../e2e/cbor/request-parts.ts'
import { afterwards, again, requests, setup } from '../e2e/cbor/requests.ts'
import { EtcdClient } from '../server/storage/etcd/etcd-client.ts'
import { commandLine } from './command-line.mjs'
import { growQuestion } from './record/cbor/grow-questions.ts'
import { findBinaries } from './record/components.ts'
import { Chance } from './record/crd-schema/random.ts'
import { openWorkshop } from './record/go/workshop.ts'
import { RecordError } from './record/record-error.ts'
import { runRecorder } from './record/run-recorder.ts'
import { startRealServer } from './record/server/real-server.ts'

const { values } = commandLine(
  'node dist/record-cbor.js --release 1.36 [--binaries DIR | --grow SEED --version v1.36.3]',
  {
    options: {
      release: { type: 'string' },
      binaries: { type: 'string' },
      grow: { type: 'string' },
      version: { type: 'string' },
    },
  },
)

/** How many questions are recorded. */
const grown = 3000

async function recordPackages(release: string, seed: number, version: string): Promise<void> {
  const file = join(packageRoot, 'apimachinery/scheme/cbor/testing/recorded.json.gz')
  const recorded = existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString()) : {}
  const questions = Array.from({ length: grown }, (_, i) => growQuestion(new Chance(seed * 1_000_003 + i)))
  const folder = mkdtempSync(join(tmpdir(), 'record-cbor-'))
  try {
    const task = join(folder, 'task.json')
    writeFileSync(task, JSON.stringify(questions))
    const answers = await (await openWorkshop(version)).run<readonly unknown[]>('cbor', [task])
    recorded[release] = { questions, answers }
  } finally {
    rmSync(folder, { recursive: true })
  }
  writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }))
}

/** The answers of a server over the store in the folder. */
async function answers(
  folder: string,
  gate: boolean,
  parts: readonly (readonly CborRequest[])[],
): Promise<CborAnswer[]> {
  if (values.binaries === undefined) throw new RecordError('--binaries names a folder with a kube-apiserver')
  const binaries = findBinaries(values.binaries, process.env['PATH'] ?? '')
  const flags = [`--feature-gates=CBORServingAndStorage=${gate}`]
  const server = await startRealServer({ binaries, folder, flags, patience: 240_000 })
  const etcd = await EtcdClient.open({ endpoints: [server.etcd], caFile: '', certFile: '', keyFile: '' })
  const target: CborTarget = {
    url: server.target.server,
    token: server.target.token,
    async stored(key) {
      const [found] = (await etcd.range({ key: Buffer.from(key) })).kvs
      return found?.value
    },
  }
  try {
    return await playParts(target, parts)
  } finally {
    etcd.close()
    await server.stop()
  }
}

await runRecorder(async () => {
  const { release, grow, version } = values
  if (release === undefined) throw new RecordError('--release says which release it is')
  if (grow !== undefined) return recordPackages(release, Number(grow), version ?? `v${release}.0`)
  const file = join(packageRoot, 'e2e/cbor/recorded.json')
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-record-'))
  try {
    recorded[release] = [
      ...(await answers(folder, true, [setup, requests])),
      ...(await answers(folder, false, [afterwards])),
      ...(await answers(folder, true, [again])),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 1)}\n`)
})
