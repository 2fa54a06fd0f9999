import type { defineCommand } from 'just-bash'

/** A command that the shell of a container has beside the library's. */
export type ShellCommand = Parameters<typeof defineCommand>[1]

/** Whose messages a shell has. */
export type ShellFlavor = 'ash' | 'bash' | 'dash'
