import { RecordError } from './record-error.ts'

/** Runs a recorder. What it says itself of its failure is one line and exit code 2. */
export async function runRecorder(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
