/** A command: arguments after its name → exit code (0 held, 1 differs, 2 could not run; components keep their own codes). */
export type Command = (args: string[]) => Promise<number>
