import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { isReady } from '../../e2e/conformance/server-process.ts'

const bin = join(packageRoot, 'bin/kepsim')

/** Milliseconds that a program of node takes. @throws Error where it fails: that has no time */
export function programTime(args: readonly string[]): number {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`node ${args.join(' ')}: exit code ${status}`)
  return performance.now() - start
}

/** Milliseconds that a command of kepsim takes. */
export const commandTime = (args: readonly string[]): number => programTime([bin, ...args])

/** Milliseconds from the start of a command that serves to a /readyz that says ok. @param args without its port's flag */
export async function readyTime(args: readonly string[], portFlag: string): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [bin, ...args, portFlag, String(port)], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  while (child.exitCode === null && !(await isReady(port, {})))
    await new Promise((resolve) => setTimeout(resolve, 2))
  const took = performance.now() - start
  if (child.exitCode !== null) throw new Error(`kepsim ${args.join(' ')}: exit code ${child.exitCode}`)
  child.kill('SIGTERM')
  await gone
  return took
}
