/** What the caller asked for cannot be done: printed as `kepsim COMMAND: message`, exit code 2. */
export class UsageError extends Error {}
