import { runKepsim } from './commands.ts'
import { printsLog, unforeseenText } from './error-stack.ts'

// A reader that has enough (`kepsim … | head`) ends kepsim, as SIGPIPE ends other programs.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(141)
})

const args = process.argv.slice(2)
function tell(error: unknown): void {
  const surroundings = printsLog(args) ? { ...process.env, KEPSIM_DEBUG: '1' } : process.env
  process.stderr.write(unforeseenText(args[0], error, surroundings))
}
/** Nothing was found to be wrong with what was asked for: exit code 2, as where it could not be run. */
function end(error: unknown): never {
  tell(error)
  process.exit(2)
}
process.on('uncaughtException', (error) => {
  // Who runs a module of somebody's has a listener of its own.
  if (process.listenerCount('uncaughtException') === 1) end(error)
})
/** Nothing is left to do, and it has not ended: Node's code of a module that waits at its top for what never comes. */
const hung = 13
/** Must not look like success. Who runs a module of somebody's may tell more of it, when the process exits. */
function hangs(): void {
  process.exitCode = hung
  process.once('exit', () => {
    if (process.exitCode !== hung) return
    tell(new Error('nothing is left that could end what it waits for'))
    process.exitCode = 2
  })
}
process.once('beforeExit', hangs)
runKepsim(args)
  .catch(end)
  .then((code) => {
    process.exitCode = code
    process.off('beforeExit', hangs)
  })
