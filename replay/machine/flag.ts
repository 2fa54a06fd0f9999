import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'

/** A flag of a program, of text where nothing else is said. */
export const flag = (name: string, type = 'string', shorthand?: string): FlagDefinition => ({
  name,
  type,
  ...(shorthand === undefined ? {} : { shorthand }),
})
