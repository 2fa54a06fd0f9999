// What a DELETE answers and asks; upstream: apiserver/pkg/registry/rest/rest.go (GracefulDeleter)
import type { Status } from '../../../apimachinery/status-error.ts'
import type { View } from './store.ts'

/** The answer to a DELETE: the object, or a Status that names it. */
export interface DeleteResult {
  view: View | undefined
  status: Status | undefined
  deleted: boolean
}
