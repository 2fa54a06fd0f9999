// Flags of components in releases to come.
import { defaultValue } from '../../component-base/flags/parse-flags.ts'
import { valueType } from '../../component-base/flags/value-types.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { GivenFlags, PlannedFlag } from '../../component-base/plan-extension.ts'

import type { PlannedEffect } from '../effects/planned-effect.ts'

/** The types that a flag of a plan can have: those of pflag. */
export const plannedFlagTypes = ['bool', 'int', 'int32', 'string', 'duration', 'strings'] as const

/** A flag that appears, is deprecated, or is removed, and what it switches. */
export interface PlannedFlagLife {
  readonly component: string
  /** The name without dashes. */
  readonly name: string
  /** The first release with a new flag; then `type` is its type, and `default` its default as --help prints it. */
  readonly from?: string
  readonly type?: (typeof plannedFlagTypes)[number]
  readonly default?: string
  /** The first release that warns of its use, and the text after `Flag --x has been deprecated, `. */
  readonly deprecated?: { readonly from: string; readonly message: string }
  /** The first release that does not know the flag: `1.40`. */
  readonly removedIn?: string
  /** The effects that the flag's values switch. */
  readonly effects: readonly PlannedEffect[]
}

/** The plan's changes to a component's flags in a minor release. */
export const flagsIn = (
  lives: readonly PlannedFlagLife[],
  minor: number,
  component: string,
): PlannedFlag[] => {
  const reached = (release: string | undefined): boolean => release !== undefined && minor >= minorOf(release)
  return lives
    .filter((life) => life.component === component)
    .filter((life) => life.from === undefined || reached(life.from))
    .map(({ name, type, deprecated, removedIn, effects, ...life }): PlannedFlag => {
      const own = life.default === undefined ? {} : { default: life.default }
      return {
        name,
        ...(type === undefined ? {} : { added: { type, ...own } }),
        ...(deprecated !== undefined && reached(deprecated.from) ? { deprecated: deprecated.message } : {}),
        removed: reached(removedIn),
        switches: effects.length > 0,
      }
    })
}

/**
 * Whether a component's flag has a value: of a list, whether it is one of its items. A component that was given no flags has the
 * defaults. @param text as on the command line
 */
export function flagHas(
  { name, type, ...life }: Pick<PlannedFlagLife, 'name' | 'type' | 'default'>,
  text: string,
  flags: GivenFlags | undefined,
): boolean {
  const fallback = type === undefined ? undefined : defaultValue({ name, type, ...life })
  const value = flags === undefined ? fallback : (flags.get(name) ?? fallback)
  if (Array.isArray(value)) return value.map(String).includes(text)
  return value !== undefined && value === sameKind(value, text)
}

/** A text as a value of a flag that has the other one; undefined where it is none. */
function sameKind(value: unknown, text: string): unknown {
  if (typeof value !== 'number') return typeof value === 'boolean' ? text === 'true' : text
  return /^-?\d+$/.test(text) ? Number(text) : valueType('duration').set(undefined, text)
}

/** Why a flag of a type cannot have a value; undefined where it can. */
export function flagValueProblem(type: string | undefined, text: string): string | undefined {
  if (type === undefined) return undefined
  const { zero, set } = valueType(type)
  if (zero() instanceof Map) return 'has a map for its value, of which no effect can hang on one text'
  try {
    set(undefined, text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
