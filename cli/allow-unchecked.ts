// What `kepsim replay`, `skew` and `path` have in common: the exit codes, and what is accepted.
import type { Option } from './command-line.ts'

/** The option --allow-unchecked. */
export const allowUncheckedOption: Option = {
  form: '--allow-unchecked',
  about: 'exit with 0 also where something was not checked; reports still say so',
}

/** The exit codes, for the end of a command's help. */
export const exitCodesHelp = `
Exit codes:
  0  all passed: everything was carried out and compared
  1  something differs
  2  nothing differs, but something could not run or was not checked; or the input cannot be used
`

/** The part of the help of commands that import modules. */
export const moduleHelp = `
A module runs with all the rights of whoever runs this command, as every program: read it first where it is not your own.
A Markdown script reaches nothing of this machine (docs/security.md).
`
