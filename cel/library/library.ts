// The functions of an environment, and what each does.

import { celDialect, celLibraries } from '../dialect.ts'
import { type Overload, overloadFrom } from '../types/signature.ts'
import * as extensions from './extension-signatures.ts'
import * as kubernetes from './kubernetes-signatures.ts'
import { conversions, operators, times } from './standard-signatures.ts'

/** The overloads of a library, in the order in which upstream declares them. */
function overloadsOf(signatures: string): readonly Overload[] {
  return signatures
    .trim()
    .split('\n')
    .map((line) => {
      const [, id, signature] = /^\s*(\S+) {2}(.+)$/.exec(line)!
      return overloadFrom(id!, signature!)
    })
}

const comparisons: readonly (readonly [string, string])[] = [
  ['less', '_<_'],
  ['less_equals', '_<=_'],
  ['greater', '_>_'],
  ['greater_equals', '_>=_'],
]
const pairs =
  'bool int64 int64_double int64_uint64 uint64 uint64_double uint64_int64 double double_int64 double_uint64 string bytes timestamp duration'.split(
    ' ',
  )
const typeName = (part: string): string => part.replace('64', '')

/** What compares two values: less_int64_double  _<_(int, double) -> bool. */
const comparing = comparisons
  .flatMap(([id, name]) =>
    pairs.map((pair) => {
      const [left = '', right = left] = pair.split('_').map(typeName)
      return `  ${id}_${pair}  ${name}(${left}, ${right}) -> bool`
    }),
  )
  .join('\n')

/** Matches the signatures of string functions that came with 1.29. */
const laterStrings = /^\s*(string_format|strings_quote) .*\n/gm

/** The functions of an environment by their names. @param level the release whose libraries it has; `minor` the server's */
export function functionsOf(minor: number, level: number): ReadonlyMap<string, readonly Overload[]> {
  const has = celLibraries(level)
  const parts = [
    operators,
    comparing,
    conversions,
    times,
    kubernetes.urls,
    kubernetes.regex,
    kubernetes.lists,
    ...(has.authorizer ? [kubernetes.authorizer] : []),
    ...(has.optionals ? [extensions.optionals] : []),
    ...(has.optionals && celDialect(minor).laterOptionals ? [extensions.moreOptionals] : []),
    ...(has.quantities ? [kubernetes.quantity] : []),
    has.laterStrings ? extensions.strings : extensions.strings.replace(laterStrings, ''),
    ...(has.sets ? [extensions.sets] : []),
    ...(has.networks ? [kubernetes.ip, kubernetes.cidr] : []),
    ...(has.formats ? [kubernetes.format] : []),
    ...(has.authorizerSelectors ? [kubernetes.authorizerSelectors] : []),
    ...(has.twoVariables ? [extensions.twoVariables] : []),
    ...(has.semver ? [kubernetes.semver] : []),
    ...(has.laterLists ? [extensions.moreLists] : []),
  ]
  return byName(parts.flatMap(overloadsOf))
}

/** The functions that patches of admission policies have besides. */
export const patchFunctions = (): readonly Overload[] => overloadsOf(kubernetes.jsonPatch)

/** Overloads by their functions' names. */
export function byName(overloads: readonly Overload[]): Map<string, Overload[]> {
  const result = new Map<string, Overload[]>()
  for (const overload of overloads) {
    const known = result.get(overload.name)
    if (known) known.push(overload)
    else result.set(overload.name, [overload])
  }
  return result
}
