/** Where a script finds what it is to do for a signal. */
export const trapAction = 'KEPSIM_TRAP'

/** Commands that a script does not write, but its transformation. */
export const inserted = {
  round: 'kepsim-round',
  spawn: 'kepsim-spawn',
  wait: 'kepsim-wait',
  trap: 'kepsim-trap',
  kill: 'kepsim-kill',
  /** Between the commands of a script with traps: says what is to be done for a signal that has come. */
  trapped: 'kepsim-trapped',
  /** Ends with the exit code that it is given. */
  status: 'kepsim-status',
  /** Another program takes the shell's place. */
  replaced: 'kepsim-replaced',
} as const

/** Commands that a shell has and no directory shows: of the library's they are no builtins. */
export const hiddenCommands: readonly string[] = [...Object.values(inserted), 'trap', 'jobs']
