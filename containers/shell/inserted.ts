/** The variable in which a script finds the action of a trap that is due. */
export const trapAction = 'KEPSIM_TRAP'

/** The variable in which a script finds the text that `eval` is to run. */
export const evaluated = 'KEPSIM_EVAL'

/** Commands that a script does not write, but its transformation. */
export const inserted = {
  round: 'kepsim-round',
  spawn: 'kepsim-spawn',
  wait: 'kepsim-wait',
  trap: 'kepsim-trap',
  kill: 'kepsim-kill',
  /** Between the commands of a script with traps: says what is to be done for a signal that has come. */
  trapped: 'kepsim-trapped',
  /** Ends with the exit code of its argument. */
  status: 'kepsim-status',
  /** Announces that another program takes the shell's place. */
  replaced: 'kepsim-replaced',
  /** Ends with the exit code that it is given, and says the words behind it as an error. */
  says: 'kepsim-says',
  /** Ends well where a file is that `.` reads; says so otherwise, as the shell does. */
  source: 'kepsim-source',
  /** Writes what `eval` is to run as scripts of the shell are written. */
  evaluate: 'kepsim-eval',
  /** Ends with 2 where the shell could not open a file, otherwise with the exit code that it is given. */
  refused: 'kepsim-refused',
  /** Before a command that runs scripts, whose output is not the script's own, with the names of the variables that are set for it. */
  captured: 'kepsim-captured',
  /** Stands for what is to read from a device without an end, which is not simulated. */
  endless: 'kepsim-endless',
  /** Stands for a program that the image may have, and that is not simulated. */
  beyond: 'kepsim-beyond',
} as const

/** Commands that a shell has and no directory shows: of the library's they are no builtins. */
export const hiddenCommands: readonly string[] = [...Object.values(inserted), 'trap', 'jobs']
