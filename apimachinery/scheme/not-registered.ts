import { goQuote } from '../field-error.ts'
import { parseApiVersion } from './api-version.ts'
import { schemeDialect } from './dialect.ts'

/** The error for a kind that a scheme does not have: that of component configuration, that of what is stored. Upstream: k8s.io/apimachinery/pkg/runtime/error.go (notRegisteredErr) */
export const notRegistered = (kind: string, apiVersion: string, minor: number): string =>
  notRegisteredIn(kind, apiVersion, `pkg/runtime/scheme.go:${schemeDialect(minor).schemeLine}`)

/** The name of the scheme that has all kinds of the server. Upstream: pkg/api/legacyscheme/scheme.go */
export const legacyScheme = 'pkg/api/legacyscheme/scheme.go:30'

/** As {@link notRegistered}, with the name of the scheme: where upstream's code makes it. */
export function notRegisteredIn(kind: string, apiVersion: string, schemeName: string): string {
  const { group, version } = parseApiVersion(apiVersion)
  const where =
    version === '__internal'
      ? `the internal version of group ${goQuote(group)}`
      : `version ${goQuote(apiVersion)}`
  return `no kind ${goQuote(kind)} is registered for ${where} in scheme ${goQuote(schemeName)}`
}
