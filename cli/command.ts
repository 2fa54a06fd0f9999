/**
 * A command of kepsim. Takes the arguments after its name, and resolves with the exit code (0 held, 1 differs, 2 could not run;
 * components keep their own codes).
 */
export type Command = (args: string[]) => Promise<number>
