// Upstream: kubectl/pkg/cmd/edit/edit.go, kubectl/pkg/cmd/util/editor/editoptions.go
import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { createThreeWayJsonMergePatch } from '../../../apimachinery/patch/create-three-way-patch.ts'
import { createTwoWayMergePatch } from '../../../apimachinery/patch/create-two-way-patch.ts'
import { recordedKinds } from '../../../component-base/recorded-kinds.ts'
import { KubectlError } from '../../errors.ts'
import { buildTargets, flagOptions, type Info, visit } from '../../resources/builder.ts'
import { inGroup } from '../../resources/discovery.ts'
import { openApiSchemas } from '../../resources/openapi.ts'
import { validationDirective } from '../../resources/validation.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { withLastApplied } from '../apply/last-applied.ts'
import { checkSubresource } from '../subresource.ts'
import { editObjects, editPrinter, noOriginal, objectHeader } from './editing.ts'

/** `kubectl edit`: opens the objects in the editor and patches them by the difference. */
export async function edit(session: Session, words: string[]): Promise<number> {
  checkSubresource(session)
  const infos = await infosToEdit(session, words)
  if (infos.length === 0) throw new KubectlError('edit cancelled, no objects found')
  const print = await editPrinter(session)
  await editObjects(session, infos, {
    header: objectHeader,
    async submit(edited) {
      const original = infos.find((i) => (i.object.metadata.uid ?? '') === (edited.object.metadata.uid ?? ''))
      if (original === undefined) throw noOriginal(edited)
      const object = session.flags.bool('save-config') ? withLastApplied(edited.object) : edited.object
      if (goJson(original.object) === goJson(object)) return print(object, 'skipped')
      print(await send(session, original, edited, object), 'edited')
    },
  })
  return 0
}

/** The objects that the words or files name, as the server has them. */
export async function infosToEdit(session: Session, words: readonly string[]): Promise<Info[]> {
  const infos: Info[] = []
  const options = { ...flagOptions(session), allowEmptySelector: true }
  const keep = async (info: Info): Promise<void> => void infos.push(info)
  await visit(session, await buildTargets(session, words, options), options, keep)
  return infos
}

async function send(session: Session, original: Info, edited: Info, object: KubeObject): Promise<KubeObject> {
  const { group, version, kind } = edited.resource
  const [before, after] = [original.object, object] as unknown as [JsonObject, JsonObject]
  const unchanged = ({ apiVersion, kind, metadata }: KubeObject): string =>
    JSON.stringify([apiVersion, kind, metadata.name])
  if (unchanged(original.object) !== unchanged(object))
    throw new KubectlError('At least one of apiVersion, kind and name was changed')
  const schemas = await openApiSchemas(session, edited.resource)
  const typeName = schemas?.typeName(group, version, kind)
  const strategic = schemas !== undefined && typeName !== undefined && isBuiltIn(edited.resource)
  const patch = strategic
    ? createTwoWayMergePatch(before, after, typeName, schemas)
    : createThreeWayJsonMergePatch({ original: before, modified: after, current: before })
  if (session.flags.bool('output-patch')) session.host.stdout(`Patch: ${goJson(patch)}\n`)
  return patchOn(session, original, strategic ? 'strategic' : 'merge', patch, {
    fieldValidation: validationDirective(session),
    subresource: session.flags.string('subresource'),
  })
}

/** Whether kubectl knows the kind's type by itself. */
const isBuiltIn = (served: Info['resource']): boolean =>
  recordedKinds().some(({ resource }) => resource === inGroup(served.name, served))
