/** A request that cannot be carried out: printed as `kepsim COMMAND: message`, exit code 2. */
export class UsageError extends Error {}
