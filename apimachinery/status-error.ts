// Upstream: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go
import { errorBody, type FieldError, goQuote, listText, maxToldCharacters } from './field-error.ts'

/** meta/v1 StatusCause: a field error of a 422, for example. */
export interface StatusCause {
  reason?: string
  message?: string
  field?: string
}
/** meta/v1 StatusDetails. `kind` is the resource (`pods`) in most errors, as upstream has it. */
export interface StatusDetails {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}
/** meta/v1 Status, as answers carry it. */
export interface Status {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: { remainingItemCount?: number; resourceVersion?: string; continue?: string }
  status: 'Failure' | 'Success'
  message?: string
  reason?: string
  details?: StatusDetails
  code?: number
}

/** Group and plural (or kind), as messages name them: `services "a"`, `deployments.apps "b"`. */
export interface GroupResource {
  group: string
  resource: string
}
/** `deployments.apps`; resources of the core group without a dot. */
export const groupResourceText = (gr: GroupResource): string =>
  gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`

/** An error that the API answers with; handlers let no other error through. */
export class StatusError extends Error {
  readonly status: Status
  /** Headers that go with the answer, as Retry-After. */
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: number,
    reason: string,
    message: string,
    details?: StatusDetails,
    headers: Record<string, string> = {},
  ) {
    // Where it was made nobody is told; to find that out takes longer than to answer it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'StatusError'
    this.headers = headers
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    }
  }
  get code(): number {
    return this.status.code!
  }
  get reason(): string {
    return this.status.reason ?? ''
  }
}

const named = (gr: GroupResource, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(gr.group === '' ? {} : { group: gr.group }),
  ...(gr.resource === '' ? {} : { kind: gr.resource }),
})
const shown = (gr: GroupResource, name: string): string => `${groupResourceText(gr)} ${goQuote(name)}`

/** 404: the object does not exist. */
export const newNotFound = (gr: GroupResource, name: string): StatusError =>
  new StatusError(404, 'NotFound', `${shown(gr, name)} not found`, named(gr, name))

/** 409: an object of the name exists. */
export const newAlreadyExists = (gr: GroupResource, name: string): StatusError =>
  new StatusError(409, 'AlreadyExists', `${shown(gr, name)} already exists`, named(gr, name))

/** 409: the object has changed since it was read, or a precondition fails. `why` ends the message. */
export const newConflict = (gr: GroupResource, name: string, why: string): StatusError =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${shown(gr, name)}: ${why}`,
    named(gr, name),
  )

/** 403 of authorization or admission. */
export function newForbidden(gr: GroupResource, name: string, why: string): StatusError {
  const message =
    gr.resource === ''
      ? `forbidden: ${why}`
      : name === ''
        ? `${groupResourceText(gr)} is forbidden: ${why}`
        : `${shown(gr, name)} is forbidden: ${why}`
  return new StatusError(403, 'Forbidden', message, named(gr, name))
}

/** 400 with the reason BadRequest. */
export const newBadRequest = (why: string): StatusError => new StatusError(400, 'BadRequest', why)
/** 401: the request has no valid credentials. */
export const newUnauthorized = (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized')
/** 429. @param seconds to wait before the next try, also in the header Retry-After */
export const newTooManyRequests = (why: string, seconds: number): StatusError =>
  new StatusError(
    429,
    'TooManyRequests',
    why,
    { retryAfterSeconds: seconds },
    { 'Retry-After': `${seconds}` },
  )
/** 410: the resource version or continue token is too old. */
export const newResourceExpired = (why: string): StatusError => new StatusError(410, 'Expired', why)
/** 413. `why` follows `Request entity too large: `. */
export const newRequestEntityTooLarge = (why: string): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: ${why}`)
/** 500. `why` follows `Internal error occurred: `. */
export const newInternalError = (why: string): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] })

interface Finding extends StatusCause {
  readonly field: string
  readonly message: string
}

/** Deviates: findings without end are told until the answer is long enough; the texts of the others are never made. */
function findingsToTell(errors: readonly FieldError[]): Finding[] {
  const told: Finding[] = []
  let shown = 0
  for (const error of errors) {
    if (shown > maxToldCharacters) break
    const message = errorBody(error)
    shown += message.length + error.field.length
    told.push({ reason: error.type, message, field: error.field })
  }
  return told
}

/** 422 for the findings of validation. `kind` is a kind here (`Service`), not a plural. */
export function newInvalid(
  kind: { group: string; kind: string },
  name: string,
  found: readonly FieldError[],
): StatusError {
  const causes = findingsToTell(found)
  const qualified = groupResourceText({ group: kind.group, resource: kind.kind })
  const message =
    causes.length === 0
      ? `${qualified} "${name}" is invalid`
      : `${qualified} "${name}" is invalid: ${listText(causes.map((c) => `${c.field}: ${c.message}`))}`
  return new StatusError(422, 'Invalid', message, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    ...(kind.kind === '' ? {} : { kind: kind.kind }),
    ...(causes.length === 0 ? {} : { causes }),
  })
}
