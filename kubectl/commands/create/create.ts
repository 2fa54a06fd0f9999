// `create -f`; the generators stand beside.
// Upstream: kubectl/pkg/cmd/create/create.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError, SilentExit, withSource } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { type Manifest, visitManifests } from '../../resources/manifests.ts'
import { validationDirective } from '../../resources/validation.ts'
import { createOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { updateLastApplied } from '../apply/last-applied.ts'
import { commandDialect } from '../dialect.ts'

function unknownCommand(session: Session, words: readonly string[]): KubectlError {
  session.host.stderr('Error: must specify one of -f and -k\n\n')
  return session.usageError(`unknown command ${JSON.stringify(words.join(' '))}`)
}

/** Where it is given nothing, its help follows in some releases. Deviates: the help is the built-in kubectl's own. */
async function withoutFiles({ host, minor }: Session): Promise<Error> {
  const problem = 'must specify one of -f and -k'
  if (!commandDialect(minor).createTellsHelp) return new KubectlError(problem)
  host.stderr(`Error: ${problem}\n\n${(await import('../../help.ts')).help}`)
  return new SilentExit(1)
}

/** `kubectl create -f`, or with --raw a POST of a file to a path. Goes on after an object that fails. */
export async function create(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const files = flags.strings('filename')
  if (session.changed('raw')) return raw(session, files)
  if (files.length === 0 && flags.string('kustomize') === '') {
    if (words.length > 0 && commandDialect(session.minor).createTellsHelp)
      throw unknownCommand(session, words)
    if (words.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
    throw await withoutFiles(session)
  }
  if (words.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (flags.bool('edit')) return (await import('../edit/edit-before-create.ts')).editBeforeCreate(session)
  const print = await operationPrinter(session)
  let count = 0
  const work = async (manifest: Manifest): Promise<void> => {
    const object = await made(session, manifest)
    count++
    print(object, 'created')
  }
  await visitManifests(session, work, { validates: true })
  if (count === 0) throw new KubectlError('no objects passed to create')
  return 0
}

async function made(session: Session, manifest: Manifest): Promise<KubeObject> {
  const object = updateLastApplied(manifest.object, session.flags.bool('save-config'))
  if (dryRunOf(session) === 'client') return object
  const options = { fieldValidation: validationDirective(session) }
  return createOn(session, manifest, object, options).catch((error: unknown) => {
    throw withSource('creating', manifest.source, error)
  })
}

async function raw(session: Session, files: readonly string[]): Promise<number> {
  const { host, flags } = session
  if (files.length !== 1) throw new KubectlError('--raw can only use a single local file or stdin')
  const body = files[0] === '-' ? await host.stdin() : await host.readFile(files[0]!)
  host.stdout(await (await session.transport()).text(flags.string('raw'), { method: 'POST', body }))
  return 0
}
