/** Where the shell finds a command of the machine, whatever stands before it on PATH. */
export const commandPath = (program: string): string => `/usr/bin/${program}`

/** What stands in the checkout for a script or a binary; copied to a directory on PATH it does not call itself. */
export const shim = (program: string): string => `#!/bin/bash\n${commandPath(program)} "$@"\n`
