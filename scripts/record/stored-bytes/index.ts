// Records what a real kube-apiserver stores in etcd, into e2e/golden/stored: of each kind in each of its versions the smallest object,
// and one of all fields that the server takes.
// usage: npm run record-stored-bytes -- --release 1.33 --binaries DIR [--to DIR]
//   --binaries DIR   holds kube-apiserver of the release; etcd there, beside it or on PATH
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedBytesText, storedFolder } from '../../../e2e/stored-bytes/stored-bytes.ts'
import { commandLine } from '../../command-line.mjs'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { runRecorder } from '../run-recorder.ts'
import { recordStoredBytes } from './record-stored-bytes.ts'

const usage = 'npm run record-stored-bytes -- --release 1.33 --binaries DIR [--to DIR]'
const { values } = commandLine(usage, {
  options: {
    release: { type: 'string' },
    binaries: { type: 'string' },
    to: { type: 'string', default: storedFolder },
  },
})

async function main(): Promise<void> {
  const { release, binaries, to } = values
  if (release === undefined || binaries === undefined)
    throw new RecordError(`--release and --binaries are needed\nusage: ${usage}`)
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-stored-'))
  try {
    const found = findBinaries(binaries, process.env['PATH'] ?? '')
    const recorded = await recordStoredBytes({
      release,
      servers: { binaries: found, folder, patience: 180_000 },
      remark: (line) => process.stdout.write(`${line}\n`),
    })
    mkdirSync(to, { recursive: true })
    writeFileSync(join(to, `${release}.json`), storedBytesText(recorded))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runRecorder(main)
