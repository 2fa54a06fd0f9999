// Asks real components of a release what those of other releases were asked.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { recordFlags } from './apiserver-flags.ts'
import { recordControllerStarts } from './controller-starts.ts'
import { recordGates } from './gates.ts'
import { recordIpvs } from './ipvs-rules.ts'
import { recordKubeProxy } from './kube-proxy-config.ts'
import { recordKubelet } from './kubelet.ts'
import { recordRules } from './proxy-rules.ts'
import type { AskedComponents, CaseRecorder } from './recorder.ts'
import { recordWire } from './wire.ts'

/** By the names that `--only` takes. */
const recorders: Readonly<Record<string, CaseRecorder>> = {
  controllers: recordControllerStarts,
  gates: recordGates,
  flags: recordFlags,
  kubelet: recordKubelet,
  'kube-proxy': recordKubeProxy,
  rules: recordRules,
  ipvs: recordIpvs,
  wire: recordWire,
}

/** The names of kinds of cases. */
export const caseNames: readonly string[] = Object.keys(recorders)

/** A release, the folder of its components, and the folder of recorded cases. */
export interface CasesSource {
  /** `v1.29.15` */
  version: string
  folder: string
  /** As e2e/golden/cases. */
  recordings: string
  /** Tells how something was recorded, or that it could not be. */
  remark: (line: string) => void
}

/** The cases of a release, of the kinds that `names` holds: file below `recordings` → its text. */
export async function recordCases(
  names: readonly string[],
  { version, folder, recordings, remark }: CasesSource,
): Promise<Record<string, string>> {
  const binary = (component: string): string => {
    const path = resolve(folder, component)
    if (existsSync(path)) return path
    throw new RecordError(`${folder} holds no ${component}, whose cases are to be recorded`)
  }
  const etcd = (): string => findBinaries(folder, process.env['PATH'] ?? '').etcd
  const asked: AskedComponents = { version, binary, etcd, recordings, remark }
  const files: Record<string, string> = {}
  for (const name of names) Object.assign(files, await recorders[name]!(asked))
  return files
}
