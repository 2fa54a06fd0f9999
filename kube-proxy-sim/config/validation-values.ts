// Checks that the sections share. Upstream: pkg/proxy/apis/config/validation/validation.go

import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import { badValue } from '../../apimachinery/go-print/bad-value.ts'
import { parseCIDR, parseIP, splitHostPort } from '../../component-base/go/net.ts'
import { atoi } from '../../component-base/go/numbers.ts'
import { milliseconds } from './duration.ts'

/** The release whose rules and texts apply. */
export interface ValidationContext {
  /** The minor release. */
  minor: number
  /** Modes that a plan has ended. */
  endedModes?: readonly string[]
}

/** A duration as the release prints bad values: in Go's form before 1.34, as JSON from then on. */
export function shownDuration(text: string | null, { minor }: ValidationContext): unknown {
  return badValue(text, 'v1.Duration', minor)
}

/** A list of texts as the release prints bad values: as JSON, or in Go's form. */
export function shownStrings(list: readonly string[], { minor }: ValidationContext): unknown {
  return badValue(list, '[]string', minor)
}

const notNegative = 'must be greater than or equal to 0'

/** The error of a duration below 0; null is valid. */
export function nonNegativeDuration(
  path: FieldPath,
  text: string | null,
  context: ValidationContext,
): FieldError[] {
  return milliseconds(text) < 0 ? [field.invalid(path, shownDuration(text, context), notNegative)] : []
}

/** The error of a duration of 0 or below. */
export function positiveDuration(path: FieldPath, text: string, context: ValidationContext): FieldError[] {
  return milliseconds(text) <= 0
    ? [field.invalid(path, shownDuration(text, context), 'must be greater than 0')]
    : []
}

/** The error of a number below 0; null is valid. */
export function nonNegativeNumber(path: FieldPath, value: number | null): FieldError[] {
  return value !== null && value < 0 ? [field.invalid(path, value, notNegative)] : []
}

/** The error of a number outside of a range, whose bounds belong to it; null is valid. */
export function inRange(
  path: FieldPath,
  value: number | null,
  [low, high]: readonly [number, number],
): FieldError[] {
  if (value === null || (value >= low && value <= high)) return []
  return [field.invalid(path, value, `must be within the range [${low}, ${high}]`)]
}

/** The errors of a mode's sync periods: signs, and a minimum above the period. */
export function validatePeriods(
  path: FieldPath,
  { syncPeriod, minSyncPeriod }: { syncPeriod: string; minSyncPeriod: string },
  context: ValidationContext,
): FieldError[] {
  return [
    ...positiveDuration(path.child('SyncPeriod'), syncPeriod, context),
    ...nonNegativeDuration(path.child('MinSyncPeriod'), minSyncPeriod, context),
    // @note upstream shows the minimum as the bad value.
    ...(milliseconds(minSyncPeriod) > milliseconds(syncPeriod)
      ? [
          field.invalid(
            path.child('SyncPeriod'),
            shownDuration(minSyncPeriod, context),
            `must be greater than or equal to ${path.child('MinSyncPeriod')}`,
          ),
        ]
      : []),
  ]
}

/** Whether a text is a CIDR, also with leading zeros. */
export function isCIDR(text: string): boolean {
  try {
    parseCIDR(text, { sloppy: true })
    return true
  } catch {
    return false
  }
}

/** Whether a text is an IP address, also with leading zeros. */
export const isAddress = (text: string): boolean => parseIP(text, { sloppy: true }) !== undefined

/** Whether two valid CIDRs are of both families. */
export const isDualStack = (cidrs: readonly string[]): boolean =>
  cidrs.some((c) => c.includes(':')) && cidrs.some((c) => !c.includes(':'))

/** The error of each item that is no CIDR; null is an empty list. */
export function validateCIDRs(path: FieldPath, cidrs: readonly string[] | null): FieldError[] {
  return (cidrs ?? []).flatMap((cidr, i) =>
    isCIDR(cidr) ? [] : [field.invalid(path.index(i), cidr, 'must be a valid CIDR')],
  )
}

/** The errors of a text that should be IP:port, with brackets around an IPv6 address. */
export function validateHostPort(path: FieldPath, text: string): FieldError[] {
  let parts: { host: string; port: string }
  try {
    parts = splitHostPort(text)
  } catch {
    return [field.invalid(path, text, 'must be IP:port')]
  }
  return [
    ...(isAddress(parts.host) ? [] : [field.invalid(path, parts.host, 'must be a valid IP')]),
    ...(isPort(parts.port) ? [] : [field.invalid(path, parts.port, 'must be a valid port')]),
  ]
}

function isPort(text: string): boolean {
  try {
    const port = atoi(text)
    return port >= 1 && port <= 65535
  } catch {
    return false
  }
}
