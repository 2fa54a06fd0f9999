// Upstream: kubectl/pkg/cmd/replace/replace.go
import { KubectlError, withSource } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { each } from '../resources/builder.ts'
import { type Manifest, readManifests, visitManifests } from '../resources/manifests.ts'
import { validationDirective } from '../resources/validation.ts'
import { createOn, propagationPolicy, replaceOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { updateLastApplied } from './apply/last-applied.ts'
import { removeTargets } from './delete.ts'
import { checkSubresource } from './subresource.ts'
import { waitDeleted } from './wait-deleted.ts'

/** `kubectl replace`: PUTs objects of files; with --force it deletes and creates them. */
export async function replace(session: Session, _words: string[]): Promise<number> {
  const { flags } = session
  checkSubresource(session)
  validate(session)
  if (session.changed('raw')) return raw(session)
  if (flags.bool('force')) return forceReplace(session)
  const print = await operationPrinter(session)
  const work = async (manifest: Manifest): Promise<void> => {
    const object = updateLastApplied(manifest.object, flags.bool('save-config'))
    if (dryRunOf(session) === 'client') return print(object, 'replaced')
    const target = { ...manifest, name: object.metadata.name ?? '' }
    const options = {
      fieldValidation: validationDirective(session),
      subresource: flags.string('subresource'),
    }
    const made = await replaceOn(session, target, object, options).catch((error: unknown) => {
      throw withSource('replacing', manifest.source, error)
    })
    print(made, 'replaced')
  }
  await visitManifests(session, work, { validates: true })
  return 0
}

function validate(session: Session): void {
  const { flags } = session
  if (flags.strings('filename').length === 0 && flags.string('kustomize') === '')
    throw new KubectlError('must specify one of -f and -k')
  if (flags.number('grace-period', -1) >= 0 && !flags.bool('force'))
    throw new KubectlError('--grace-period must have --force specified')
  if (flags.duration('timeout') !== 0 && !flags.bool('force'))
    throw new KubectlError('--timeout must have --force specified')
  if (flags.bool('force') && dryRunOf(session) !== 'none')
    throw new KubectlError('--dry-run can not be used when --force is set')
}

async function raw(session: Session): Promise<number> {
  const { flags, host } = session
  const files = flags.strings('filename')
  if (files.length !== 1) throw new KubectlError('--raw can only use a single local file or stdin')
  const body = files[0] === '-' ? await host.stdin() : await host.readFile(files[0]!)
  host.stdout(await (await session.transport()).text(flags.string('raw'), { method: 'PUT', body }))
  return 0
}

/** Deletes the objects and makes them anew. */
async function forceReplace(session: Session): Promise<number> {
  const { flags } = session
  const manifests = await readManifests(session)
  const targets = manifests.map((m) => ({ ...m, name: m.object.metadata.name ?? '' }))
  await removeTargets(
    session,
    targets,
    {},
    {
      dryRun: 'none',
      ignoreNotFound: true,
      wait: false,
      options: {
        gracePeriod: flags.number('grace-period', -1),
        propagationPolicy: propagationPolicy(session),
      },
    },
  )
  for (const target of targets)
    await waitDeleted(session, target, undefined, flags.duration('timeout') || 300_000)
  const print = await operationPrinter(session)
  await each(manifests, async (manifest) => {
    const object = updateLastApplied(manifest.object, flags.bool('save-config'))
    const options = { fieldValidation: validationDirective(session) }
    print(await createOn(session, manifest, object, options), 'replaced')
  })
  return 0
}
