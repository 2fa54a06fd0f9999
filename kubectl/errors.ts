// kubectl's errors and how they are told.
// Upstream: kubectl/pkg/cmd/util/helpers.go (checkErr)
import type { Status, StatusCause } from '../apimachinery/status-error.ts'
import { goQuote } from '../component-base/go/quote.ts'

/** An error that is printed as `error: message`; exit code 1. */
export class KubectlError extends Error {}

/** What it asks for is not simulated. */
export class NotSimulatedError extends KubectlError {}

/** An exit code without an error: the command has said what there is to say, or says it with the text. */
export class SilentExit extends Error {
  readonly code: number
  constructor(code: number, text = '') {
    super(text)
    this.code = code
  }
}

/** An error that is printed without `error: ` before it: no connection, or an unknown resource in some commands. */
export class PlainError extends Error {}

/** Errors together, each printed on a line of its own; one of one has no `error: ` where it is in another list. Upstream: Aggregate of util/errors */
export class ErrorList extends Error {
  readonly errors: readonly Error[]
  /** Those of the lists in it, too. */
  readonly leaves: readonly Error[]
  constructor(errors: readonly Error[]) {
    const leaves = errors.flatMap((error) => (error instanceof ErrorList ? error.leaves : [error]))
    const texts = new Set(leaves.map(({ message }) => message))
    super(texts.size > 1 ? `[${[...texts].join(', ')}]` : [...texts].join())
    this.errors = errors
    this.leaves = leaves
  }
}

/** A Status of the server that is a failure. */
export type FailureStatus = Pick<Partial<Status>, 'message' | 'reason' | 'code' | 'details'>

/** A failure that the server answered. */
export class ServerError extends Error {
  readonly status: FailureStatus
  constructor(status: FailureStatus) {
    super(status.message ?? '')
    this.status = status
  }
  get reason(): string {
    return this.status.reason ?? ''
  }
  get code(): number {
    return this.status.code ?? 0
  }
  get causes(): StatusCause[] {
    return this.status.details?.causes ?? []
  }
}

/** Whether the server answered that an object does not exist. */
export const isNotFound = (error: unknown): error is ServerError =>
  error instanceof ServerError && error.reason === 'NotFound'

/** The error with the action and the file before its text: `error when creating "a.yaml": …`. */
export function withSource(verb: string, source: string | undefined, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (source === undefined || error instanceof SilentExit) return error
  const message = `error when ${verb} ${goQuote(source)}: ${error.message}`
  return error instanceof ServerError
    ? new ServerError({ ...error.status, message })
    : new KubectlError(message)
}

/** An error in the use of a command, with the line that names its help. */
export const usageError = (path: string, message: string): KubectlError =>
  new KubectlError(`${message}\nSee 'kubectl ${path} -h' for help and examples`)

/** The text of an error without the `error: ` that fatalText adds to some. */
export function errorText(error: Error): string {
  if (!(error instanceof ServerError)) return error.message
  if (error.reason === 'Unauthorized') return `error: You must be logged in to the server (${error.message})`
  return `Error from server${error.reason === '' ? '' : ` (${error.reason})`}: ${error.message}`
}

/** The text of an error that ends a command, with its newline; empty for nothing. */
export function fatalText(error: Error): string {
  if (error instanceof SilentExit) return error.message
  if (error instanceof ErrorList) {
    const [only, ...others] = error.errors
    if (only !== undefined && others.length === 0 && !(only instanceof ErrorList)) return fatalText(only)
    const lines = only instanceof ErrorList && others.length === 0 ? only.errors : error.errors
    return lines.map((e) => `${errorText(e)}\n`).join('')
  }
  if (error instanceof ServerError && error.reason === 'Invalid') return invalidText(error)
  if (error instanceof ServerError || error instanceof PlainError) return ended(errorText(error))
  return ended(error.message.startsWith('error: ') ? error.message : `error: ${error.message}`)
}

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

function invalidText(error: ServerError): string {
  const { details } = error.status
  const what = 'The request is invalid'
  if (details === undefined) return `${what}${error.message === '' ? '' : `: ${error.message}`}\n`
  const named = (details.kind ?? '') !== '' || (details.name ?? '') !== ''
  const causes = [...new Set(error.causes.map((c) => `${c.field ?? ''}: ${c.message ?? ''}`))]
  const start = named
    ? `The ${details.kind ?? ''} ${goQuote(details.name ?? '')} is invalid`
    : causes.length === 0 && error.message !== ''
      ? `${what}: ${error.message}`
      : what
  if (causes.length === 0) return `${start}\n`
  if (causes.length === 1) return `${start}: ${causes[0]}\n`
  return `${start}: \n${causes.map((c) => `* ${c}\n`).join('')}`
}
