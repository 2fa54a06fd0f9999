/** Something the user gave cannot be used: a document, an option. Shown as `file:line: message`; the exit code is 2. */
export class InputError extends Error {
  readonly file: string
  readonly line: number | undefined
  constructor(file: string, line: number | undefined, message: string) {
    super(message)
    this.name = 'InputError'
    this.file = file
    this.line = line
  }
  /** `file:line: message`. */
  located(): string {
    const where = [this.file, this.line].filter((part) => part !== undefined && part !== '').join(':')
    return where === '' ? this.message : `${where}: ${this.message}`
  }
}
