import type { FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import {
  isValidCIDRForLegacyField,
  isValidIPForLegacyField,
} from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'

/** Upstream: pkg/apis/core/validation (IsValidIPForLegacyField): strictness is a gate. */
export function validIP(
  server: ServerContext,
  path: FieldPath,
  value: string,
  old: readonly string[] = [],
): FieldError[] {
  return isValidIPForLegacyField(path, value, isStrict(server), old)
}

/** The errors of a CIDR of a Service; values of the stored Service (`old`) stay valid. */
export function validCIDR(
  server: ServerContext,
  path: FieldPath,
  value: string,
  old: readonly string[] = [],
): FieldError[] {
  return isValidCIDRForLegacyField(path, value, isStrict(server), old)
}

const isStrict = (server: ServerContext): boolean => gateEnabled(server.gates, 'StrictIPCIDRValidation')

/** The value of a named text type (`core.ServiceType`), as messages of the release show it. */
export const named = (value: string | undefined, minor: number): unknown =>
  badValue(value ?? '', 'string', minor)
