import type { FlagWords } from '../../component-base/flags/parse-flags.ts'

/** What getopt_long of the C library says of options that a program does not take. Upstream: glibc posix/getopt.c */
export const getoptWords = (program: string): FlagWords => ({
  unknown: (flag) => `${program}: unrecognized option '${flag}'`,
  unknownLetter: (letter) => `${program}: invalid option -- '${letter}'`,
  missing: (flag) =>
    flag.startsWith('--')
      ? `${program}: option '${flag}' requires an argument`
      : `${program}: option requires an argument -- '${flag.slice(1)}'`,
  // Only those without values refuse one.
  invalid: ({ name }) => `${program}: option '--${name}' doesn't allow an argument`,
})
