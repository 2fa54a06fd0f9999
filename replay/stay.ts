// After the last step: a shell in the machine, or the cluster left running.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Machine } from './machine/machine.ts'

/** Resolves when the user leaves the shell, or presses Ctrl-C. */
export async function stay(machine: Machine, shell: boolean): Promise<void> {
  const server = machine.cluster.apiserver
  if (server !== undefined) {
    const path = join(await machine.stores.privateDir(), 'kubeconfig')
    await writeFile(path, server.kubeconfig('admin'), { mode: 0o600 })
    process.stdout.write(`\nThe cluster is at ${server.url}; use it with\n  export KUBECONFIG=${path}\n`)
  }
  if (shell) return interact(machine)
  process.stdout.write('Press Ctrl-C to end it.\n')
  const alive = setInterval(() => {}, 60_000)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  clearInterval(alive)
}

function promptOf({ checkout, computers: { current, workstation } }: Machine): string {
  const { name, home, workingDirectory } = current
  if (current !== workstation) return `root@${name}:${workingDirectory}# `
  return `${workingDirectory.replace(home, '~')} (${checkout.branch}) $ `
}

async function interact(machine: Machine): Promise<void> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
  })
  const prompt = (): void => {
    lines.setPrompt(promptOf(machine))
    lines.prompt()
  }
  prompt()
  for await (const line of lines) {
    if (/^\s*exit\b/.test(line) && machine.computers.current === machine.computers.workstation) break
    if (line.trim() !== '') {
      const result = await machine.run(line)
      process.stdout.write(result.stdout)
      process.stderr.write(result.stderr)
    }
    prompt()
  }
  lines.close()
}
