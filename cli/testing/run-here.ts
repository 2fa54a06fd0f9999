// kepsim in the process of a test: what it prints, and its exit code.
import { vi } from 'vitest'
import { runKepsim } from '../commands.ts'

class Ended extends Error {}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs `kepsim ARGS` in this process. Throws what it throws: a process of its own would end with a stack trace. */
export async function runHere(
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const told = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      told[name] += String(text)
      return true
    }),
  )
  let ended: number | undefined
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    ended ??= Number(code)
    throw new Ended()
  })
  const listeners = new Map(signals.map((one) => [one, process.listeners(one)]))
  try {
    const code = await runKepsim(args).catch((error) => {
      if (error instanceof Ended) return ended!
      throw error
    })
    return { code, ...told }
  } finally {
    for (const spy of [...spies, exit]) spy.mockRestore()
    // A process of its own would end with them.
    for (const [name, before] of listeners)
      for (const listener of process.listeners(name))
        if (!before.includes(listener)) process.off(name, listener)
  }
}
