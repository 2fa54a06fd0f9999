// Upstream: staging/src/k8s.io/apiserver/pkg/util/configmetrics (the hashes in labels)
import { createHash } from 'node:crypto'

/** `sha256:…` of a text, as metrics tell of configurations and identities; empty for an empty one. */
export const hashOf = (text: string): string =>
  text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`
