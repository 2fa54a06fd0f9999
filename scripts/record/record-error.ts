/** Why a release cannot be recorded: one line that says what to do. */
export class RecordError extends Error {}
