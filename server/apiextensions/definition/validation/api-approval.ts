// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go (GetAPIApprovalState)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../../apimachinery/json.ts'
import { urlError } from '../../../../component-base/go/parse-url.ts'

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

/** A URL with a scheme and a host. */
const isURL = (text: string): boolean =>
  urlError(text) === undefined && /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?]*@)?[^/?@]/.test(text)

/** The state of the annotation `api-approved.kubernetes.io`, and its reason. */
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
