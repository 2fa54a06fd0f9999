// Records what a real kube-apiserver answers and stores where the gate CBORServingAndStorage is on, then off and on again:
//   node dist/record-cbor.js --release 1.36 --binaries DIR
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import { type CborAnswer, type CborTarget, play, waitUntilServed } from '../e2e/cbor/play.ts'
import { afterwards, again, type CborRequest, requests, setup, widgets } from '../e2e/cbor/requests.ts'
import { EtcdClient } from '../server/storage/etcd/etcd-client.ts'
import { commandLine } from './command-line.mjs'
import { findBinaries } from './record/components.ts'
import { runRecorder } from './record/run-recorder.ts'
import { startRealServer } from './record/server/real-server.ts'

const { values } = commandLine('node dist/record-cbor.js --release 1.36 [--binaries DIR]', {
  options: { release: { type: 'string' }, binaries: { type: 'string' } },
})

/** The answers of a server over the store in the folder. */
async function answers(
  folder: string,
  gate: boolean,
  parts: readonly (readonly CborRequest[])[],
): Promise<CborAnswer[]> {
  const binaries = findBinaries(values.binaries, process.env['PATH'] ?? '')
  const flags = [`--feature-gates=CBORServingAndStorage=${gate}`, '--service-cluster-ip-range=10.0.0.0/24']
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
    const all: CborAnswer[] = []
    for (const part of parts) {
      all.push(...(await play(target, part)))
      await waitUntilServed(target, widgets)
    }
    return all
  } finally {
    etcd.close()
    await server.stop()
  }
}

await runRecorder(async () => {
  const { release } = values
  if (release === undefined) throw new Error('--release says which release it is')
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
