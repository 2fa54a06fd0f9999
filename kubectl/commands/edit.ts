// edit, with the editor that KUBE_EDITOR or EDITOR names.
// Upstream: kubectl/pkg/cmd/util/editor/editoptions.go

import { goJson } from '../../apimachinery/go-print/json-values.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { isNotFound, KubectlError, ServerError, SilentExit } from '../errors.ts'
import { operationPrinter, withoutManagedFields } from '../printers/printer.ts'
import { buildTargets, flagOptions, type Info, visit } from '../resources/builder.ts'
import { parseManifests } from '../resources/manifests.ts'
import type { Session } from '../session.ts'
import { updateLastApplied } from './apply/last-applied.ts'
import { send } from './set/update.ts'

const help = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

/** `kubectl edit`: opens the objects in the editor and patches them by the difference. Exit code 1 where nothing is found. */
export async function edit(session: Session, words: string[]): Promise<number> {
  const { host } = session
  const infos: Info[] = []
  const options = { ...flagOptions(session), allowEmptySelector: true }
  await visit(
    session,
    await buildTargets(session, words, options),
    options,
    async (info) => void infos.push(info),
  )
  if (infos.length === 0) {
    host.stderr('edit cancelled, no objects found\n')
    return 1
  }
  const original = fileText(
    session,
    infos.map((i) => withoutManagedFields(i.object)),
  )
  const json = session.flags.string('output') === 'json'
  const path = `/tmp/kubectl-edit-${host.now()}.${json ? 'json' : 'yaml'}`
  const edited = await launchEditor(session, path, original)
  if (stripped(edited) === stripped(original)) {
    host.stderr('Edit cancelled, no changes made.\n')
    return 0
  }
  if (stripped(edited).trim() === '') {
    host.stderr('Edit cancelled, saved file was empty.\n')
    return 0
  }
  return submit(session, infos, stripped(edited), path)
}

function fileText(session: Session, objects: KubeObject[]): string {
  const value: unknown =
    objects.length === 1 ? objects[0] : { apiVersion: 'v1', items: objects, kind: 'List', metadata: {} }
  return help + (session.flags.string('output') === 'json' ? `${goJson(value, 4)}\n` : emitYaml(value))
}

const stripped = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')

async function launchEditor(session: Session, path: string, text: string): Promise<string> {
  const { host } = session
  const command = host.env.get('KUBE_EDITOR') || host.env.get('EDITOR') || 'vi'
  await host.writeFile(path, text)
  const { exitCode, stderr } = await host.execute(`${command} ${path}`)
  if (exitCode !== 0) {
    host.stderr(stderr)
    throw new KubectlError(`there was a problem with the editor "${command.split(' ')[0]}"`)
  }
  return host.readFile(path)
}

async function submit(session: Session, infos: readonly Info[], text: string, path: string): Promise<number> {
  const { host, flags } = session
  const print = await operationPrinter(session, 'none')
  const objects = parseManifests(text, 'edited-file')
  for (const object of objects) {
    const info = infos.find((i) => i.object.kind === object.kind && i.name === object.metadata?.name)
    if (info === undefined) throw new KubectlError('At least one of apiVersion, kind and name was changed')
    const changed = updateLastApplied(
      {
        ...object,
        metadata: { ...object.metadata, managedFields: info.object.metadata.managedFields ?? [] },
      },
      flags.bool('save-config'),
    )
    try {
      const made = await send(session, info, changed)
      const same = made.metadata.resourceVersion === info.object.metadata.resourceVersion
      print(made, same ? 'skipped' : 'edited')
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (isNotFound(error))
        host.stderr(`The edits you made on deleted resources have been saved to "${path}"\n`)
      else refused(session, info, error, path)
      throw new SilentExit(1)
    }
  }
  return 0
}

/** An editor that is no person is not asked again. */
function refused(session: Session, info: Info, error: ServerError, path: string): void {
  const { host } = session
  const { name, group } = info.resource
  host.stderr(`error: ${name}${group === '' ? '' : `.${group}`} "${info.name}" is invalid\n`)
  for (const cause of error.causes) host.stderr(`* ${cause.field ?? ''}: ${cause.message ?? ''}\n`)
  if (error.causes.length === 0) host.stderr(`error: ${error.message}\n`)
  host.stderr(
    `A copy of your changes has been stored to "${path}"\nerror: Edit cancelled, no valid changes were saved.\n`,
  )
}
