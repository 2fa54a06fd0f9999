// Flags of components in releases to come.
import { minorOf } from '../../component-base/minor.ts'
import type { PlannedFlag } from '../../component-base/plan-extension.ts'

/** The types that a flag of a plan can have: those of pflag. */
export const plannedFlagTypes = ['bool', 'int', 'int32', 'string', 'duration', 'strings'] as const

/** A flag that appears, is deprecated, or is removed. */
export interface PlannedFlagLife {
  readonly component: string
  /** Without dashes. */
  readonly name: string
  /** With `from` the flag is new: its type, and its default as --help prints it. */
  readonly from?: string
  readonly type?: (typeof plannedFlagTypes)[number]
  readonly default?: string
  /** The first release that warns of its use, and the text after `Flag --x has been deprecated, `. */
  readonly deprecated?: { readonly from: string; readonly message: string }
  /** The first release that does not know it: `1.40`. */
  readonly removedIn?: string
}

/** What becomes of a component's flags in a minor release. */
export const flagsIn = (
  lives: readonly PlannedFlagLife[],
  minor: number,
  component: string,
): PlannedFlag[] => {
  const reached = (release: string | undefined): boolean => release !== undefined && minor >= minorOf(release)
  return lives
    .filter((life) => life.component === component)
    .filter((life) => life.from === undefined || reached(life.from))
    .map(({ name, type, deprecated, removedIn, ...life }): PlannedFlag => {
      const own = life.default === undefined ? {} : { default: life.default }
      return {
        name,
        ...(type === undefined ? {} : { added: { type, ...own } }),
        ...(deprecated !== undefined && reached(deprecated.from) ? { deprecated: deprecated.message } : {}),
        removed: reached(removedIn),
      }
    })
}
