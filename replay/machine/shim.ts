/** What stands in the checkout for a script or a binary. */
export const shim = (program: string): string => `#!/bin/bash\n${program} "$@"\n`
