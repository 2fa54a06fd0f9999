/** The program cannot start; the message is what the real component says after `"command failed" err=`. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** The program ends in the middle of its start: logged as it stands with severity F, exit code 255. */
export class FatalError extends StartupError {}

/** Go's runtime ends the program: printed as `panic: MESSAGE`, exit code 2. */
export class PanicError extends StartupError {}
