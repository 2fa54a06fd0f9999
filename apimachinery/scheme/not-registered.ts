import { goQuote } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'

/** The error for a kind that a scheme does not have: that of component configuration, that of what is stored. Upstream: k8s.io/apimachinery/pkg/runtime/error.go (notRegisteredErr) */
export const notRegistered = (kind: string, apiVersion: string, minor: number): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme "pkg/runtime/scheme.go:${schemeDialect(minor).schemeLine}"`
