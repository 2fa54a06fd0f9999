// Variables that commands of a shell use, and those that they set.
import type { CommandLine } from './command-line.ts'

/** Those that a shell, or the machine, sets. */
const ofShell = new Set(
  `HOME USER PATH PWD OLDPWD SHELL KUBECONFIG GOPATH HOSTNAME EDITOR LOGNAME TERM LANG TMPDIR UID EUID GROUPS PPID RANDOM SRANDOM
  SECONDS LINENO IFS PS1 PS2 PS3 PS4 REPLY OPTARG OPTIND OPTERR PIPESTATUS FUNCNAME DIRSTACK MAPFILE COPROC BASH BASHPID
  BASH_SOURCE BASH_LINENO BASH_VERSION BASH_VERSINFO BASH_REMATCH BASH_SUBSHELL OSTYPE HOSTTYPE MACHTYPE SHLVL COLUMNS LINES
  EPOCHSECONDS EPOCHREALTIME`.split(/\s+/),
)

/**
 * The names that a command uses and nothing has set: not the shell, nor the commands before it, nor the command itself.
 * @param commandsSoFar in the order in which they are typed
 * @param known names that the computer has in its environment
 */
export function unsetVariables(
  commandsSoFar: readonly Pick<CommandLine, 'variables'>[],
  { variables: own }: Pick<CommandLine, 'variables'>,
  known: Iterable<string>,
): string[] {
  if (own.used.length === 0) return []
  const set = new Set(known)
  for (const { variables: read } of commandsSoFar) {
    if (read.opaque) return []
    for (const name of read.set) set.add(name)
  }
  if (own.opaque) return []
  return [...new Set(own.used)].filter((name) => !set.has(name) && !own.set.has(name) && !ofShell.has(name))
}
