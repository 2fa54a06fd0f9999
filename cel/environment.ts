// What expressions of a release are compiled against. Upstream: k8s.io/apiserver/pkg/cel/environment
import { remembered } from '../component-base/remembered.ts'
import { type Checked, check } from './checker/check.ts'
import type { Declarations, ObjectTypes } from './checker/declarations.ts'
import { invalidLiterals } from './checker/literals.ts'
import { type CelIssue, issuesText, Source } from './common/source.ts'
import { celDialect, celLibraries } from './dialect.ts'
import { functionsOf } from './library/library.ts'
import {
  listMacros,
  type Macros,
  optionalMacros,
  standardMacros,
  twoVariableMacros,
} from './parser/macros.ts'
import { type Parsed, parse } from './parser/parse.ts'
import { tokensOf } from './parser/tokens.ts'
import type { Overload } from './types/signature.ts'
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  nullType,
  objectType,
  opaque,
  optionalOf,
  stringType,
  timestampType,
  typeParam,
  typeType,
  uintType,
} from './types/type.ts'

/** Declarations that an environment has beside those of its release. */
export interface Additions {
  readonly variables?: ReadonlyMap<string, CelType>
  readonly functions?: readonly Overload[]
  readonly objects?: ObjectTypes
  readonly macros?: Macros
}

/** An expression that compiled, or the errors as cel-go shows them. */
export type Compiled =
  | { readonly error: string; readonly issues: readonly CelIssue[] }
  | {
      readonly error?: undefined
      readonly checked: Checked
      readonly type: CelType
      readonly typeText: string
    }

/** Compiles expressions against the names that are declared. */
export interface Environment {
  readonly declarations: Declarations
  compile(text: string): Compiled
  /** Does the first part of compiling, which takes the longest; compiling it soon does the rest. */
  readAhead(text: string): void
  /** This environment with more declarations; this one stays as it is. */
  extend(additions: Additions): Environment
}

const noObjects: ObjectTypes = { fields: () => undefined, type: () => undefined }

/** The types whose names every environment knows. */
const standardTypes = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf(typeParam('A')),
  mapOf(typeParam('A'), typeParam('B')),
  nullType,
  stringType,
  timestampType,
  typeType,
  uintType,
]

function typesOf(minor: number, level: number): ReadonlyMap<string, CelType> {
  const has = celLibraries(level)
  const types = [
    ...standardTypes,
    objectType('kubernetes.URL'),
    ...(has.authorizer
      ? ['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map((name) =>
          objectType(`kubernetes.authorization.${name}`),
        )
      : []),
    ...(has.quantities ? [objectType('kubernetes.Quantity')] : []),
    ...(has.networks ? [opaque('net.IP'), opaque('net.CIDR')] : []),
    ...(has.formats ? [objectType('kubernetes.NamedFormat')] : []),
    ...(has.semver ? [objectType('kubernetes.Semver')] : []),
  ]
  const optional = optionalOf(typeParam('V'))
  return new Map([
    ...types.map((type) => [type.name, type] as const),
    ...(has.optionals ? [[celDialect(minor).optionalName, optional] as const] : []),
  ])
}

function macrosOf(level: number): Macros {
  const { optionals, twoVariables, laterLists } = celLibraries(level)
  return new Map(
    Object.entries({
      ...standardMacros,
      ...(optionals ? optionalMacros : {}),
      ...(twoVariables ? twoVariableMacros : {}),
      ...(laterLists ? listMacros : {}),
    }),
  )
}

type Reader = (text: string) => { readonly source: Source; readonly parsed: Parsed }

/** The parts of a release's environment that its extensions share. */
interface Base {
  readonly minor: number
  readonly level: number
  readonly macros: Macros
  readonly read: Reader
}

function environmentOf(base: Base, declarations: Declarations): Environment {
  return {
    declarations,
    compile: (text) => compile(base, declarations, text),
    readAhead(text) {
      base.read(text)
    },
    extend: (additions) => {
      if (additions.macros === undefined) return environmentOf(base, extended(declarations, additions))
      const macros = new Map([...base.macros, ...additions.macros])
      const read = readerOf(base.minor, base.level, macros)
      return environmentOf({ ...base, macros, read }, extended(declarations, additions))
    },
  }
}

function extended(declarations: Declarations, additions: Additions): Declarations {
  const { variables = [], functions = [], objects } = additions
  const all = new Map(declarations.functions)
  for (const one of functions) all.set(one.name, [...(all.get(one.name) ?? []), one])
  return {
    ...declarations,
    variables: new Map([...declarations.variables, ...variables]),
    functions: all,
    objects: objects ? bothObjects(objects, declarations.objects) : declarations.objects,
  }
}

const bothObjects = (first: ObjectTypes, second: ObjectTypes): ObjectTypes => ({
  fields: (name) => first.fields(name) ?? second.fields(name),
  type: (name) => first.type(name) ?? second.type(name),
})

/** Tokens of the expressions whose trees are kept: reading costs more than the rest, and most are compiled more than once. */
const keptTokens = 50_000

const readerOf = (minor: number, level: number, macros: Macros): Reader =>
  remembered(
    keptTokens,
    (text) => {
      const source = new Source(text, celDialect(minor).findsLineStarts)
      const optionalSyntax = celLibraries(level).optionals
      return { source, parsed: parse(source, { macros, optionalSyntax, grammar: celDialect(minor).grammar }) }
    },
    tokensOf,
  )

const readers = new Map<string, Reader>()

/** The reader of a level, which is that of others where all that they read by is the same. */
function sharedReader(minor: number, level: number): Reader {
  const macros = macrosOf(level)
  const { findsLineStarts, grammar } = celDialect(minor)
  const key = [findsLineStarts, grammar, celLibraries(level).optionals, ...macros.keys()].join(' ')
  const reader = readers.get(key) ?? readerOf(minor, level, macros)
  readers.set(key, reader)
  return reader
}

function compile({ minor, level, read }: Base, declarations: Declarations, text: string): Compiled {
  const { source, parsed } = read(text)
  if (parsed.issues.length > 0) return failed(parsed.issues, source, minor)
  const checked = check(parsed, declarations, celDialect(minor).checksElementsLate)
  if (checked.issues.length > 0) return failed(checked.issues, source, minor)
  const { checksLiterals, laterStrings } = celLibraries(level)
  const invalid = invalidLiterals(checked, parsed, {
    values: checksLiterals,
    formats: laterStrings,
    elements: celDialect(minor).checksElementsLate,
    freesCallsInFormats: celDialect(minor).estimatesElements,
  })
  if (invalid.length > 0) return failed(invalid, source, minor)
  const type = checked.type(checked.expr)
  const typeText = `${type}`.replaceAll('optional_type', celDialect(minor).optionalName)
  return { checked, type, typeText }
}

const failed = (issues: Parsed['issues'], source: Source, minor: number): Compiled => {
  const { optionalName } = celDialect(minor)
  const named = issues.map(({ location, message }) => ({
    location,
    message: message.replaceAll('optional_type(', `${optionalName}(`),
  }))
  return { error: issuesText(named, source), issues: named }
}

const environments = new Map<string, Environment>()

/**
 * The functions that an expression may use: where it is stored already all that its server knows; where it is new, those of the
 * release before, or of the minor that --min-compatibility-version names.
 */
export type ExpressionKind = 'stored' | 'new' | number

const levelOf = (minor: number, kind: ExpressionKind): number => {
  if (kind === 'stored' || !celDialect(minor).newExpressionsWait) return minor
  return kind === 'new' ? minor - 1 : Math.min(kind, minor)
}

/** The macros, functions and types that expressions of a release may use. */
export const librariesOf = (minor: number, kind: ExpressionKind): ReturnType<typeof celLibraries> =>
  celLibraries(levelOf(minor, kind))

/** The base environment of a server of a minor release. */
export function baseEnvironment(minor: number, kind: ExpressionKind): Environment {
  const key = `${minor} ${kind}`
  const known = environments.get(key)
  if (known) return known
  const level = levelOf(minor, kind)
  const made = environmentOf(
    { minor, level, macros: macrosOf(level), read: sharedReader(minor, level) },
    {
      variables: new Map(),
      functions: functionsOf(minor, level),
      types: typesOf(minor, level),
      objects: noObjects,
      comparesAcrossNumbers: celLibraries(level).comparesAcrossNumbers,
    },
  )
  environments.set(key, made)
  return made
}
