// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go
import type { ApiCall } from '../api-call.ts'
import type { Scope } from '../scope.ts'
import { genericError } from '../respond.ts'

export const patchTypes: readonly string[] = [
  'application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml',
]

export async function handlePatch(_scope: Scope, _call: ApiCall): Promise<void> {
  throw genericError(415, '415: Unsupported Media Type')
}
