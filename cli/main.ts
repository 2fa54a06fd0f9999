import { runKepsim } from './commands.ts'

// A reader that has enough (`kepsim … | head`) ends kepsim, as SIGPIPE ends other programs.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(141)
})
process.exitCode = await runKepsim(process.argv.slice(2))
