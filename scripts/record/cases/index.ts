// Asks real components of a release what those of other releases were asked.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { recordFlags } from './apiserver-flags.ts'
import { recordGates } from './gates.ts'
import { recordKubeProxy } from './kube-proxy-config.ts'
import { recordKubelet } from './kubelet.ts'
import type { AskedComponents, CaseRecorder } from './recorder.ts'
import { recordWire } from './wire.ts'

/** By the names that `--cases` takes. */
const recorders: Readonly<Record<string, CaseRecorder>> = {
  gates: recordGates,
  flags: recordFlags,
  kubelet: recordKubelet,
  'kube-proxy': recordKubeProxy,
  wire: recordWire,
}

/** The recorders that `--cases` names: `all`, or a list with commas. Throws RecordError where there is none of a name. */
function chosen(names: string): CaseRecorder[] {
  const known = Object.keys(recorders)
  const wanted = names === 'all' ? known : names.split(',')
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown === undefined) return wanted.map((name) => recorders[name]!)
  throw new RecordError(`--cases ${unknown}: no such cases; all, or one or more of ${known.join(',')}`)
}

/** A release, the folder of its components, and the folder of recorded cases. */
export interface CasesSource {
  /** `v1.29.15` */
  version: string
  folder: string
  /** As e2e/golden/cases. */
  recordings: string
}

/** The cases of a release that `names` names: file below `recordings` → its text. */
export async function recordCases(
  names: string,
  { version, folder, recordings }: CasesSource,
): Promise<Record<string, string>> {
  const binary = (component: string): string => {
    const path = resolve(folder, component)
    if (existsSync(path)) return path
    throw new RecordError(`${folder} holds no ${component}, whose cases are to be recorded`)
  }
  const etcd = (): string => findBinaries(folder, process.env['PATH'] ?? '').etcd
  const asked: AskedComponents = { version, binary, etcd, recordings }
  const files: Record<string, string> = {}
  for (const record of chosen(names)) Object.assign(files, await record(asked))
  return files
}
