// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go (GetAPIApprovalState)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../../apimachinery/json.ts'

/** The annotation that names the approval of an API in a group of the community. */
export const approvalAnnotation = 'api-approved.kubernetes.io'

/** Whether a group's APIs need an approval. */
export const isProtectedGroup = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)

/** What the annotation says, and how a condition or error tells it. */
export interface Approval {
  readonly state: 'approved' | 'bypassed' | 'invalid' | 'missing'
  readonly reason: string
}

const about = `protected groups must have approval annotation "${approvalAnnotation}"`
const see = 'see https://github.com/kubernetes/enhancements/pull/1111'

/** A URL with a scheme and a host, as Go's url.ParseRequestURI takes it. */
function isURL(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Go refuses
  if (/[\x00-\x20\x7f]/.test(text) && !/^[^\x00-\x20\x7f]+\/[^\x00-\x1f\x7f]*$/.test(text)) return false
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#@]*@)?[^/?#@\s]+/.test(text)
}

/** What the annotations of a definition say of its approval. */
export function approvalOf({ metadata }: KubeObject): Approval {
  const annotation = metadata.annotations?.[approvalAnnotation] ?? ''
  if (annotation === '') return { state: 'missing', reason: `${about}, ${see}` }
  if (annotation.startsWith('unapproved'))
    return { state: 'bypassed', reason: `not approved: ${goQuote(annotation)}` }
  if (isURL(annotation)) return { state: 'approved', reason: `approved in ${annotation}` }
  return {
    state: 'invalid',
    reason: `${about} with either a URL or a reason starting with "unapproved", ${see}`,
  }
}
