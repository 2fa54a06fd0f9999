import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { Storage } from '../../storage/interface.ts'
import type { AdmissionAttributes } from '../chain.ts'

/** A request of a kubelet, with the server that it is checked by. */
export interface NodeRequest {
  readonly attributes: AdmissionAttributes
  readonly node: string
  readonly storage: Storage
  readonly authorizer: Authorizer
}
