// Upstream: kubectl/pkg/cmd/create/create.go (RunEditOnCreate)
import { type Manifest, visitManifests } from '../../resources/manifests.ts'
import { validationDirective } from '../../resources/validation.ts'
import { createOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { withLastApplied } from '../apply/last-applied.ts'
import { editObjects, editPrinter, objectHeader } from './editing.ts'

/** `kubectl create --edit`: opens each object of the files in the editor, and creates what comes out. */
export async function editBeforeCreate(session: Session): Promise<number> {
  const work = async (manifest: Manifest): Promise<void> => {
    const print = await editPrinter(session)
    const info = { ...manifest, name: manifest.object.metadata?.name ?? '' }
    await editObjects(session, [info], {
      header: objectHeader,
      endsAtError: true,
      async submit(edited) {
        const object = session.flags.bool('save-config') ? withLastApplied(edited.object) : edited.object
        const fieldValidation = validationDirective(session)
        print(await createOn(session, edited, object, { fieldValidation }), 'created')
      },
    })
  }
  await visitManifests(session, work)
  return 0
}
