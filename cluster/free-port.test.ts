import { expect, it, vi } from 'vitest'

/** What another process would have: its own memory of what it was told. */
async function another(): Promise<() => Promise<number>> {
  vi.resetModules()
  return (await import('./free-port.ts')).freePort
}

const ask = (freePort: () => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: 80 }, () => freePort()))

it('tells no port twice, however many ask at once', async () => {
  const ports = await ask(await another())
  expect(new Set(ports).size).toBe(80)
})

// Elsewhere parts are shared by chance.
it.runIf(process.platform === 'linux')('looks where no other process does', async () => {
  const [first, second] = [await ask(await another()), await ask(await another())]
  const partsOf = (ports: number[]): number[] => [...new Set(ports.map((port) => Math.floor(port / 200)))]
  const [[one, ...more], others] = [partsOf(first), partsOf(second)]
  expect(more).toEqual([])
  expect(others).toHaveLength(1)
  expect(others).not.toContain(one)
})
