// `kepsim up -d`: the cluster in a process of its own, which tells when it serves.
import { fork } from 'node:child_process'

/** What the process of a detached cluster tells once: what to print, or why it ends. */
export type DetachedWord = { serves: string } | { failed: string }

/** Starts `kepsim up ARGS` in the background; resolves with the exit code when it serves, or has ended. */
export function detach(args: readonly string[]): Promise<number> {
  const child = fork(process.argv[1]!, ['up', '--detached', ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Until it serves it belongs to the one who waits for it.
  const end = (): void => void child.kill('SIGTERM')
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return new Promise((done) => {
    child.once('message', (word: DetachedWord) => {
      if ('serves' in word) process.stdout.write(word.serves)
      else process.stderr.write(word.failed)
      child.disconnect()
      child.unref()
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
      done('serves' in word ? 0 : 2)
    })
    child.once('error', (error) => {
      process.stderr.write(`kepsim up: ${error.message}\n`)
      done(2)
    })
    child.once('exit', (code, signal) => {
      process.stderr.write(
        `kepsim up: the cluster ended before it served (${signal ?? `exit code ${code}`})\n`,
      )
      done(2)
    })
  })
}

/** Tells the process that waits for this one, if there is one. */
export function tellParent(word: DetachedWord): boolean {
  if (process.send === undefined || !process.argv.includes('--detached')) return false
  return process.send(word) || true
}
