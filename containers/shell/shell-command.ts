import type { defineCommand } from 'just-bash'

/** A command that the shell of a container has beside the library's. */
export type ShellCommand = Parameters<typeof defineCommand>[1]

/** The output and the exit code of a command. */
export type ShellResult = Awaited<ReturnType<ShellCommand>>

/** The result of a command. */
export const ended = (exitCode: number, stderr = '', stdout = ''): ShellResult => ({
  stdout,
  stderr,
  exitCode,
})

/** The shell whose behaviour and messages are simulated. */
export type ShellFlavor = 'ash' | 'bash' | 'dash'
