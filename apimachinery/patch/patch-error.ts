// Upstream: k8s.io/apiserver pkg/endpoints/handlers/patch.go (which error gets which status)
import { newRequestEntityTooLarge, StatusError } from '../status-error.ts'

/**
 * - `bad-request`: the patch is malformed (400)
 * - `unprocessable`: the patch does not apply to the object (422, without the reason in the answer)
 * - `too-large`: too many operations (413)
 * - `internal`: what upstream lets through as it is (500)
 */
export type PatchErrorKind = 'bad-request' | 'unprocessable' | 'too-large' | 'internal'

/** A patch that cannot be applied; `kind` decides the status of the answer. */
export class PatchError extends Error {
  readonly kind: PatchErrorKind
  constructor(kind: PatchErrorKind, message: string) {
    super(message)
    this.name = 'PatchError'
    this.kind = kind
  }
}

/** The Status error that answers a patch that failed. */
export function patchStatusError(error: PatchError): StatusError {
  switch (error.kind) {
    case 'bad-request':
      return new StatusError(400, 'BadRequest', error.message)
    case 'unprocessable':
      return new StatusError(
        422,
        'Invalid',
        'the server rejected our request due to an error in our request',
        {},
      )
    case 'too-large':
      return newRequestEntityTooLarge(error.message)
    default:
      return new StatusError(500, '', error.message)
  }
}
