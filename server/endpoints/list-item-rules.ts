import type { ListItemRules } from '../../apimachinery/managedfields/list-items.ts'
import { endpointsDialect } from './dialect.ts'

/** How a release tells items of lists apart in server-side apply and managedFields. */
export function listItemRules(minor: number): ListItemRules {
  const { takesOptionalKeys, refusesDuplicates, formatsTypedErrors } = endpointsDialect(minor)
  return {
    optionalKeys: takesOptionalKeys,
    strictLists: refusesDuplicates,
    formatsErrors: formatsTypedErrors,
  }
}
