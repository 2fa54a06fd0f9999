import { componentHere } from '../component-here.ts'
import { atFreePort, isReady, type Server, type ServerStart, serverFlags, token } from './server-process.ts'

/** Starts in this process what `kepsim kube-apiserver` runs, at a port. Rejects with its last line when it ends by itself. */
export const startServerHere = (options: ServerStart): Promise<Server> =>
  atFreePort((port) => startAt(port, options))

async function startAt(port: number, options: ServerStart): Promise<Server> {
  const { output, ended, stop } = componentHere(
    ['kube-apiserver', ...serverFlags(options, port)],
    options.dir,
  )
  let over = false
  const end = (): void => {
    over = true
  }
  ended.then(end, end)
  while (!over && !(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  if (over) {
    const last = output.stderr.trim().split('\n').at(-1)
    throw new Error(`release ${options.release} ${options.flags.join(' ')} did not start: ${last}`)
  }
  return {
    server: `https://127.0.0.1:${port}`,
    token,
    async stop() {
      stop()
      await ended
    },
  }
}
