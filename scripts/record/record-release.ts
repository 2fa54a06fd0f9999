import { spawnSync } from 'node:child_process'
import { type Binaries, flagComponents } from './components.ts'
import { flagsInHelp } from './help-flags.ts'
import { recordLifecycle } from './published/api-lifecycle.ts'
import { recordProtobuf } from './published/protobuf.ts'
import { RecordError } from './record-error.ts'
import type { Recording } from './recording.ts'
import { recordAll, recordDefaults, type Servers } from './server-facts/server-facts.ts'

/** What a component prints with --help, on stdout or stderr. */
function helpOf(binary: string): string {
  const { stdout, stderr, error } = spawnSync(binary, ['--help'], { encoding: 'utf8', timeout: 60_000 })
  if (error !== undefined) throw new RecordError(`${binary} --help: ${error.message}`)
  return `${stdout}${stderr}`
}

function recordFlags(binaries: Binaries, into: Recording): void {
  const there = flagComponents.flatMap((name) => {
    const binary = binaries[name]
    return binary === undefined ? [] : [[name, flagsInHelp(helpOf(binary))]]
  })
  into.facts['flags'] = Object.fromEntries(there)
  const missing = flagComponents.filter((name) => binaries[name] === undefined)
  if (missing.length > 0) into.remark(`flags of ${missing.join(' and ')} are not recorded: no such binaries`)
}

/** Runs what needs more than the binaries; where that is not there, the file is left out, and a remark says so. */
async function attempt(file: string, into: Recording, record: () => Promise<unknown>): Promise<void> {
  try {
    into.facts[file] = await record()
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    into.remark(`${file} is not recorded: ${error.message}`)
  }
}

/** Records a release (`1.29`) from its binaries and modules into `into`. Rejects with RecordError where its server cannot be asked. */
export async function recordRelease(release: string, servers: Servers, into: Recording): Promise<void> {
  const { binaries } = servers
  const version = await recordDefaults(servers, release, helpOf(binaries['kube-apiserver']), into)
  await recordAll(servers, version, into)
  recordFlags(binaries, into)
  await attempt('protobuf', into, () => recordProtobuf(version))
  await attempt('api-lifecycle', into, () => recordLifecycle(version))
}
