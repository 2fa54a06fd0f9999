// Upstream: kubectl/pkg/cmd/cp/cp.go
import { posix } from 'node:path'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import type { KubectlHost } from '../host.ts'
import { buildTargets, getObject } from '../resources/builder.ts'
import type { Session } from '../session.ts'
import { decoding } from '../streams/remote-command.ts'
import { containerOf } from './default-container.ts'
import { execIn, type Place } from './exec.ts'
import { packTar, type TarEntry, unpackTar } from './tar-archive.ts'

interface FileSpec {
  pod: string
  namespace: string
  file: string
}

/** `[[namespace/]pod:]file`. */
function fileSpec(text: string): FileSpec {
  const at = text.indexOf(':')
  if (at < 0) return { pod: '', namespace: '', file: text }
  const parts = text.slice(0, at).split('/')
  if (at === 0 || parts.length > 2)
    throw new KubectlError('filespec must match the canonical format: [[namespace/]pod:]file/path')
  const [pod = '', namespace = ''] = parts.toReversed()
  return { pod, namespace, file: text.slice(at + 1) }
}

/** `kubectl cp`: copies files and folders to or from a container, by its tar. Files are text, as all files of the host are. */
export async function copy(session: Session, words: string[]): Promise<number> {
  if (words.length !== 2) throw new KubectlError('source and destination are required')
  const [from, to] = [fileSpec(words[0]!), fileSpec(words[1]!)]
  if (from.pod !== '' && to.pod !== '')
    throw new KubectlError('one of src or dest must be a local file specification')
  if (from.pod === '' && to.pod === '')
    throw new KubectlError('one of src or dest must be a remote file specification')
  if (from.file === '' || to.file === '') throw new KubectlError('filepath can not be empty')
  const { host } = session
  if (to.pod !== '')
    await host.listFiles(from.file).catch(() => {
      throw new KubectlError(`${from.file} doesn't exist in local filesystem`)
    })
  const remote = from.pod === '' ? to : from
  const [target] = await buildTargets(session, [`pods/${remote.pod}`], {})
  const pod = await getObject(
    session,
    remote.namespace === '' ? target! : { ...target!, namespace: remote.namespace },
  )
  refuseCompleted(pod)
  const place = { pod, container: containerOf(session, pod, session.flags.string('container')) }
  if (to.pod !== '') await copyTo(session, place, from.file, to.file)
  else await copyFrom(session, place, from.file, to.file)
  return 0
}

function refuseCompleted(pod: KubeObject): void {
  const { phase = '' } = (pod['status'] ?? {}) as { phase?: string }
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new KubectlError(`cannot exec into a container in a completed pod; current phase is ${phase}`)
}

async function copyTo(session: Session, place: Place, file: string, wanted: string): Promise<void> {
  const { host, flags } = session
  const isFolder = await execIn(
    session,
    { ...place, command: ['test', '-d', wanted] },
    { stdin: undefined, stdout: () => {}, stderr: () => {}, tty: false },
  ).then(
    () => true,
    () => false,
  )
  const trimmed = wanted.replace(/(?<=.)\/$/, '')
  const target = isFolder ? posix.join(trimmed, posix.basename(file)) : trimmed
  const archive = packTar(await entriesOf(host, file, posix.basename(target)))
  const keeps = flags.bool('no-preserve') ? ['--no-same-permissions', '--no-same-owner'] : []
  await execIn(
    session,
    { ...place, command: ['tar', ...keeps, '-xmf', '-', '-C', posix.dirname(target)] },
    {
      stdin: archive,
      stdout: decoding(host.stdout),
      stderr: decoding(host.stderr),
      tty: false,
      signal: host.signal,
    },
  )
}

/** A file, or a folder with all below it. */
async function entriesOf(host: KubectlHost, path: string, name: string): Promise<TarEntry[]> {
  const names = await host.listFiles(path)
  if (names === undefined)
    return [{ name, kind: 'file', content: Buffer.from(await host.readFile(path)), target: '' }]
  const below = await Promise.all(
    names.map((one) => entriesOf(host, posix.join(path, one), `${name}/${one}`)),
  )
  return below.length === 0
    ? [{ name: `${name}/`, kind: 'folder', content: Buffer.alloc(0), target: '' }]
    : below.flat()
}

async function copyFrom(session: Session, place: Place, file: string, wanted: string): Promise<void> {
  const { host } = session
  const chunks: Buffer[] = []
  const failed = await execIn(
    session,
    { ...place, command: ['tar', 'cf', '-', file] },
    {
      stdin: undefined,
      stdout: (chunk) => chunks.push(chunk),
      // Upstream: what tar says goes to the output.
      stderr: decoding(host.stdout),
      tty: false,
      signal: host.signal,
    },
  ).catch((error: Error) => error)
  await unpack(session, place, { file, wanted }, unpackTar(Buffer.concat(chunks)))
  if (failed !== undefined) throw failed
}

/** Writes what tar has packed. Upstream: untarAll */
async function unpack(
  { host }: Session,
  { pod }: Place,
  { file, wanted }: { file: string; wanted: string },
  entries: readonly TarEntry[],
): Promise<void> {
  const prefix = posix
    .normalize(file.replace(/^\/+/, '').replace(/\/+$/, ''))
    .replace(/^(?:\.\.\/)+|^\.\.?$/g, '')
  for (const { name: packed, kind, content, target } of entries) {
    const name = packed.replace(/^\/+/, '')
    if (!name.startsWith(prefix)) throw new KubectlError('tar contents corrupted')
    const path = posix.join(wanted, posix.normalize(`/${name.slice(prefix.length)}`).slice(1))
    if (kind === 'link')
      host.stderr(
        `warning: skipping symlink: "${path}" -> "${target}" (consider using "kubectl exec -n "${pod.metadata.namespace}" "${pod.metadata.name}" -- tar cf - "${file}" | tar xf -")\n`,
      )
    if (kind === 'file') await host.writeFile(path.replace(/(?<=.)\/$/, ''), content.toString())
  }
}
