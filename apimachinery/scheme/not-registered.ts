import { goQuote } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'

/** The error for a kind that a scheme does not have: that of component configuration, that of what is stored. Upstream: k8s.io/apimachinery/pkg/runtime/error.go (notRegisteredErr) */
export function notRegistered(kind: string, apiVersion: string, minor: number): string {
  const [group, version] = apiVersion.split('/')
  const where =
    version === '__internal'
      ? `the internal version of group ${goQuote(group!)}`
      : `version ${goQuote(apiVersion)}`
  return `no kind ${goQuote(kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:${schemeDialect(minor).schemeLine}"`
}
