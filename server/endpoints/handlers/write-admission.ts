// The admission steps that create, update and patch share.

import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Operation } from '../../admission/chain.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import type { ApiCall } from '../api-call.ts'
import { resourceAttributes } from '../authorization/attributes.ts'
import type { Scope } from '../scope.ts'

export interface AdmissionRun {
  scope: Scope
  request: ApiRequest
  options: Readonly<Record<string, unknown>>
}

const attributes = (
  run: AdmissionRun,
  operation: Operation,
  object: KubeObject | undefined,
  oldObject: KubeObject | undefined,
) => ({
  request: run.request,
  operation,
  kind: run.scope.kind,
  object,
  oldObject,
  options: run.options,
})

export const admit = (
  run: AdmissionRun,
  operation: Operation,
  object: KubeObject | undefined,
  old: KubeObject | undefined,
): Promise<void> => run.scope.machinery.admission.admit(attributes(run, operation, object, old))

export const validate = (
  run: AdmissionRun,
  operation: Operation,
  object: KubeObject | undefined,
  old: KubeObject | undefined,
): Promise<void> => run.scope.machinery.admission.validate(attributes(run, operation, object, old))

/** PUT and apply that create need the right to create. */
export function authorizeCreate(scope: Scope, call: ApiCall): void {
  const { info } = call
  scope.machinery.authorize(
    resourceAttributes(call.user, 'create', {
      path: info.path,
      namespace: info.namespace,
      apiGroup: info.apiGroup,
      apiVersion: info.apiVersion,
      resource: info.resource,
      subresource: info.subresource,
      name: info.name,
    }),
  )
}

/** Drops owner references that stand there twice, with upstream's warning. */
export function dedupOwnerReferences(object: KubeObject, call: ApiCall, afterAdmission: boolean): void {
  const references = object.metadata.ownerReferences
  if (references === undefined || references.length < 2) return
  const seen = new Set<string>()
  const duplicates: string[] = []
  const kept = references.filter((reference) => {
    const text = JSON.stringify([
      reference.apiVersion,
      reference.kind,
      reference.name,
      reference.uid,
      reference.controller,
      reference.blockOwnerDeletion,
    ])
    if (!seen.has(text)) return seen.add(text)
    duplicates.push(reference.uid)
    return false
  })
  if (duplicates.length === 0) return
  object.metadata.ownerReferences = kept
  const list = [...new Set(duplicates)].join(', ')
  call.warn(
    afterAdmission
      ? `.metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${list}`
      : `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${list}`,
  )
}

/** Strict findings: refused, told as warnings, or ignored. `refuse` makes the error. */
export function reportStrict(
  call: ApiCall,
  errors: readonly string[],
  directive: 'Ignore' | 'Warn' | 'Strict',
  refuse: (text: string) => Error,
): void {
  if (errors.length === 0 || directive === 'Ignore') return
  if (directive === 'Strict') throw refuse(`strict decoding error: ${errors.join(', ')}`)
  for (const error of errors) for (const text of yamlTexts(error)) call.warn(text)
}

/** The findings of a YAML parser come as lines of one text. Upstream: parseYAMLWarnings. */
export function yamlTexts(text: string): string[] {
  const prefix = /^(?:error converting YAML to JSON: )?yaml: unmarshal errors:\n/.exec(text)
  return prefix === null
    ? [text]
    : text
        .slice(prefix[0].length)
        .split('\n')
        .map((line) => line.trim())
}
