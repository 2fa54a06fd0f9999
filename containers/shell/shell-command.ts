import type { defineCommand } from 'just-bash'

/** A command that the shell of a container has beside the library's. */
export type ShellCommand = Parameters<typeof defineCommand>[1]

/** How a command has ended, with what it has written. */
export type ShellResult = Awaited<ReturnType<ShellCommand>>

/** The result of a command. */
export const ended = (exitCode: number, stderr = '', stdout = ''): ShellResult => ({
  stdout,
  stderr,
  exitCode,
})

/** Whose messages a shell has. */
export type ShellFlavor = 'ash' | 'bash' | 'dash'
