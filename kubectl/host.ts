/** What kubectl needs of the machine that it runs on. */
export interface KubectlHost {
  env: ReadonlyMap<string, string>
  stdin(): Promise<string>
  stdout(text: string): void
  stderr(text: string): void
  readFile(path: string): Promise<string>
  /** Names in a directory; undefined for a file. Rejects where there is nothing. */
  listFiles(path: string): Promise<string[] | undefined>
  writeFile(path: string, text: string): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
  /** A watch ends by itself after this long without events; undefined: never. */
  watchQuietMs?: number | undefined
  signal?: AbortSignal | undefined
  /** Opens a text in an editor and returns what it became. */
  edit?(text: string): Promise<string>
}
