// Upstream: kubectl/pkg/cmd/apply/apply_set_last_applied.go
import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { KubectlError } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { each, getObject, type Info, missingResource } from '../../resources/builder.ts'
import { readManifests } from '../../resources/manifests.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

/** `kubectl apply set-last-applied`: sets the annotation of objects from files, and changes nothing else. */
export async function setLastApplied(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (flags.strings('filename').length === 0) throw new KubectlError(missingResource)
  const print = await operationPrinter(session)
  const changes: { target: Info; text: string }[] = []
  await each(await readManifests(session), async (manifest) => {
    const name = manifest.object.metadata.name ?? ''
    const text = `${goJson(manifest.object)}\n`
    const object = await getObject(session, { ...manifest, name })
    const old = object.metadata.annotations?.[lastAppliedAnnotation]
    if (old === undefined && !flags.bool('create-annotation'))
      throw new KubectlError(
        `no last-applied-configuration annotation found on resource: ${name}, to create the annotation, run the command with --create-annotation`,
      )
    if (old === text) host.stdout(`set-last-applied ${name}: no changes required.\n`)
    else changes.push({ target: { ...manifest, name, object }, text })
  })
  for (const { target, text } of changes) {
    const patch = { metadata: { annotations: { [lastAppliedAnnotation]: text } } }
    const made =
      dryRunOf(session) === 'client' ? target.object : await patchOn(session, target, 'merge', patch)
    print(made, 'configured')
  }
  return 0
}
