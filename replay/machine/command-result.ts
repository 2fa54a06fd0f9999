/** What a command line printed, and how it ended. */
export interface CommandResult {
  stdout: string
  stderr: string
  exitCode: number
}
