// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go
import { validationDialect } from './dialect.ts'
import { byteLength, inclusiveRangeError, maxLenError } from './messages.ts'

/** The error for a number outside of `low` to `high`, as a list of one; an empty list inside. */
export const isInRange = (value: number, low: number, high: number): string[] =>
  value >= low && value <= high ? [] : [inclusiveRangeError(low, high)]

/** The errors of a port number; none from 1 to 65535. */
export const isValidPortNum = (port: number): string[] => isInRange(port, 1, 65535)
/** The errors of a user id; none from 0 to 2147483647. */
export const isValidUserID = (id: number): string[] => isInRange(id, 0, 2147483647)
/** The errors of a group id, which has the range of user ids. */
export const isValidGroupID = isValidUserID

/** The errors of an IANA service name: at most 15 letters, digits and single hyphens, at least one letter. */
export function isValidPortName(port: string, minor: number): string[] {
  const errors: string[] = []
  if (byteLength(port) > 15) errors.push(maxLenError(15))
  if (!/^[-a-z0-9]+$/.test(port))
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(port)) errors.push(validationDialect(minor).portNameText)
  if (port.includes('--')) errors.push('must not contain consecutive hyphens')
  if (port.startsWith('-') || port.endsWith('-')) errors.push('must not begin or end with a hyphen')
  return errors
}
