import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError, ServerError } from '../../errors.ts'
import { dryRunOf } from '../../printers/printer.ts'
import { resourceOfKind } from '../../resources/discovery.ts'
import { validationDirective } from '../../resources/validation.ts'
import { createOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

/** Creates the object unless --dry-run=client; resolves with the server's answer. `failure` begins the message of an error. */
export async function submit(session: Session, object: KubeObject, failure?: string): Promise<KubeObject> {
  if (dryRunOf(session) === 'client') return object
  const resource = resourceOfKind(await session.resources(), object.apiVersion, object.kind)
  if (resource === undefined)
    throw new ServerError({
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
      code: 404,
    })
  const target = { resource, namespace: resource.namespaced ? await session.namespace() : undefined }
  try {
    return await createOn(session, target, object, { fieldValidation: validationDirective(session) })
  } catch (error) {
    throw failure === undefined ? error : new KubectlError(`${failure} ${(error as Error).message}`)
  }
}
