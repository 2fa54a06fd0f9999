// All functions. A test holds that each overload that is declared is here.
import { quantityFunctions, semverFunctions } from './amounts.ts'
import { authorizerFunctions } from './authorizer.ts'
import type { Functions } from './functions.ts'
import { listFunctions, listSingletons } from './lists.ts'
import { formatFunctions } from './named-formats.ts'
import { networkFunctions } from './network.ts'
import { standardFunctions, standardSingletons } from './standard.ts'
import { stringFunctions } from './strings.ts'
import { urlFunctions } from './url.ts'

/** Functions by name that look at the types of values themselves. */
export const singletons: Functions = { ...standardSingletons, ...listSingletons }

/** All implementations, by the ids of their overloads. */
export const implementations: Functions = {
  ...standardFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...urlFunctions,
  ...networkFunctions,
  ...quantityFunctions,
  ...semverFunctions,
  ...formatFunctions,
  ...authorizerFunctions,
}
