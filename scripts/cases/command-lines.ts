// gates/command-lines.json: what real servers and controllers said of command lines with all kinds of flags, read in this process
// and without starting what they describe.
import { createPublicKey } from 'node:crypto'
import { readControlPlaneProgram } from '../../cli/control-plane.ts'
import { readKubeApiserver } from '../../cli/kube-apiserver.ts'
import { createAuthority } from '../../component-base/certificate-authority.ts'
import type { ComponentName } from '../../component-base/flags/flag-definitions.ts'
import type { ControlPlaneComponent } from '../../controllers/options/control-plane-flags.ts'
import { recordedServerFlags } from '../recorded-server-flags.ts'
import { nameOf } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { normalError } from './flags.ts'
import { errorLines, parseLog } from './log-lines.ts'
import { type CaseKind, compareJson, once } from './recorded-case.ts'

/** Flags beside the usual ones of the component, and how the real one took them. */
interface RecordedLine {
  flags: string[]
  /** Absent: it went on to serve. */
  exitCode?: number
  /** The last line that tells why it ended, without klog's header. */
  error?: string
  /** klog's warnings and pflag's notices, sorted. */
  warnings?: string[]
  /** The file that it wrote, where that was kept. */
  written?: string
}

interface Recording {
  /** Names in the folder of the components, with their texts; a folder has none. Keys and certificates are made anew. */
  files: Record<string, string | null>
  lines: { component: ComponentName; version: string; cases: RecordedLine[] }[]
}

const file = 'gates/command-lines.json'

/** The flags that each was recorded with, where the case does not give them itself. */
const usual: Readonly<Record<'server' | 'controllers', readonly string[]>> = {
  server: [
    ...recordedServerFlags,
    '--secure-port=6443',
    '--cert-dir=certs',
    '--etcd-servers=http://127.0.0.1:2379',
  ],
  controllers: ['--secure-port=6443', '--cert-dir=certs', '--bind-address=127.0.0.1', '--kubeconfig=kc.yaml'],
}

/** Keys and certificates that were there, made anew: what is said of them depends on which belong together. */
async function madeFiles(): Promise<Recording['files']> {
  const [tls, other] = [createAuthority('localhost', Date.now()), createAuthority('other', Date.now())]
  return {
    'tls.crt': tls.cert,
    'tls.key': tls.key,
    'other.crt': other.cert,
    'other.key': other.key,
    'sa.key': tls.key,
    'sa.pub': String(createPublicKey(tls.key).export({ type: 'spki', format: 'pem' })),
  }
}

/** The folder of a component, which takes what is written and keeps nothing. Its functions throw as node:fs does. */
interface Folder {
  readFile: (path: string) => string
  writeFile: (path: string, text: string) => void
}

/** @param files of the recording: no file of the host is read */
function folderOf(files: Recording['files']): Folder {
  const fail = (code: string, path: string): never => {
    throw Object.assign(new Error(path), { code })
  }
  const has = (path: string): boolean => Object.hasOwn(files, path)
  return {
    readFile(path) {
      if (has(path)) return files[path] ?? fail('EISDIR', path)
      return fail(has(path.split('/')[0]!) ? 'ENOTDIR' : 'ENOENT', path)
    },
    writeFile(path) {
      if (has(path) && files[path] === null) fail('EISDIR', path)
      const [folder = '', below] = path.split('/')
      if (below !== undefined && files[folder] !== null) fail(has(folder) ? 'ENOTDIR' : 'ENOENT', path)
    },
  }
}

async function read(
  component: ComponentName,
  version: string,
  flags: readonly string[],
  folder: Folder,
): Promise<{ exitCode: number | undefined; stderr: string; written: string }> {
  const own = new Set(flags.map(nameOf))
  const isServer = component === 'kube-apiserver'
  const others = usual[isServer ? 'server' : 'controllers'].filter((flag) => !own.has(nameOf(flag)))
  const args = [`--release=${version.slice(1)}`, ...others, ...flags]
  let stderr = ''
  let written = ''
  const io = {
    stdout: () => {},
    stderr: (text: string) => {
      stderr += text
    },
    readFile: folder.readFile,
    writeFile: (path: string, text: string) => {
      folder.writeFile(path, text)
      written = text
    },
  }
  const end = isServer
    ? await readKubeApiserver(args, io)
    : await readControlPlaneProgram(component as ControlPlaneComponent, args, io)
  return { exitCode: typeof end === 'number' ? end : undefined, stderr, written }
}

async function difference(
  { component, version }: Recording['lines'][number],
  { flags, exitCode, error, warnings = [], written }: RecordedLine,
  folder: Folder,
): Promise<string> {
  const found = await read(component, version, flags, folder)
  const log = parseLog(found.stderr)
  const last = errorLines(log).at(-1)
  const told = log
    .filter(
      ({ severity, message }) => severity === 'W' || (severity === '-' && message.startsWith('Flag --')),
    )
    .map(({ message }) => message)
    .sort()
  return compareJson(
    { exitCode, error: error === undefined ? undefined : normalError(error), warnings, written },
    {
      exitCode: found.exitCode,
      error: last === undefined ? undefined : normalError(last),
      warnings: told,
      written: written === undefined ? undefined : found.written,
    },
  )
}

/** The recorded command lines. */
export const commandLineCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases(dir) {
    const { files, lines } = readJson<Recording>(dir, file)
    const made = once(async () => folderOf({ ...files, ...(await madeFiles()) }))
    return lines.flatMap((of) =>
      of.cases.map((recorded) => ({
        id: `${of.component} ${of.version} ${recorded.flags.join(' ')}`,
        difference: async () => difference(of, recorded, await made()),
      })),
    )
  },
}
