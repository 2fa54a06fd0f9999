/** The program cannot start; the message is what the real component says after `"command failed" err=`. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartupError'
  }
}
