// Where a call of the library stands, for errors that come later: from a timer or a socket a stack trace has no line of the reader's.
import { ApiError } from '../client/rest-client.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { ClusterUsageError, ComponentFailedError } from './cluster-errors.ts'
import { WaitTimeoutError } from './wait.ts'

/** The frames of a call, as lines of a stack trace. */
export interface CallSite {
  readonly stack?: string
}

// biome-ignore lint/complexity/noBannedTypes: any function may be the one that is called
type Callee = Function

/** The place in the code at which `callee` is being called. It is formatted when it is read. */
export function callSite(callee: Callee): CallSite {
  const site: CallSite = {}
  Error.captureStackTrace(site, callee)
  return site
}

const framesOf = (stack: string | undefined): string[] =>
  (stack ?? '').split('\n').filter((line) => line.startsWith('    at '))

const ofLibrary = [ApiError, ClusterUsageError, ComponentFailedError, UnknownReleaseError, WaitTimeoutError]

/** The library's own, and the system's about a connection: where they were made tells nobody anything. */
const isTold = (error: Error): boolean =>
  ofLibrary.some((kind) => error instanceof kind) || 'syscall' in error

/**
 * Adds a call to an error's stack trace. It comes first for what the library tells, and last where an error has a place of its own, as one
 * that a condition of the caller's throws.
 */
export function pointAt<T>(error: T, ...sites: readonly CallSite[]): T {
  if (!(error instanceof Error)) return error
  const called = sites.flatMap(({ stack }) => framesOf(stack))
  const own = framesOf(error.stack)
  const head = (error.stack ?? String(error)).split('\n').slice(0, -own.length || undefined)
  const frames = isTold(error) ? called : [...own, ...called.filter((line) => !own.includes(line))]
  Reflect.set(error, 'stack', [...head, ...frames].join('\n'))
  return error
}

/** Does `work` for a caller of `callee`, whose line errors then name. */
export async function forCaller<T>(site: CallSite, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw pointAt(error, site)
  }
}

/** Lets errors of these methods, which answer promises, name the line that called them. */
export function pointAtCallers<T extends object>(prototype: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const method = prototype[name] as (...args: unknown[]) => Promise<unknown>
    const value = function (this: T, ...args: unknown[]): Promise<unknown> {
      return forCaller(callSite(value), () => method.apply(this, args))
    }
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
  }
}
