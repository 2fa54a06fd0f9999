// Upstream: kubectl/pkg/cmd/apply/apply_edit_last_applied.go, kubectl/pkg/cmd/util/editor/editoptions.go
import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { KubectlError } from '../../errors.ts'
import { type Info, missingResource } from '../../resources/builder.ts'
import { manifestsIn } from '../../resources/manifests.ts'
import { validationDirective } from '../../resources/validation.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { infosToEdit } from './edit.ts'
import { editObjects, editPrinter, noOriginal } from './editing.ts'

const header = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`

/** `kubectl apply edit-last-applied`: opens what was applied last in the editor, and changes only the annotation that holds it. */
export async function editLastApplied(session: Session, words: string[]): Promise<number> {
  if (
    words.length === 0 &&
    session.flags.strings('filename').length + session.flags.string('kustomize').length === 0
  )
    throw new KubectlError(missingResource)
  const applied: Info[] = []
  for (const { object } of await infosToEdit(session, words)) {
    const text = object.metadata.annotations?.[lastAppliedAnnotation]
    if (text === undefined || text === '') continue
    const [first] = await manifestsIn(session, text, 'edited-file')
    if (first !== undefined) applied.push({ ...first, name: first.object.metadata?.name ?? '' })
  }
  if (applied.length === 0)
    throw new KubectlError(
      'no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`',
    )
  const print = await editPrinter(session)
  const uidOf = ({ object }: Info): string => object.metadata?.uid ?? ''
  await editObjects(session, applied, {
    header,
    endsAtError: true,
    async submit(edited) {
      const original = applied.find((one) => uidOf(one) === uidOf(edited))
      if (original === undefined) throw noOriginal(edited)
      const text = goJson(edited.object)
      if (goJson(original.object) === text) return print(edited.object, 'skipped')
      const patch = { metadata: { annotations: { [lastAppliedAnnotation]: `${text}\n` } } }
      await patchOn(session, edited, 'merge', patch, { fieldValidation: validationDirective(session) })
      print(edited.object, 'edited')
    },
  })
  return 0
}
