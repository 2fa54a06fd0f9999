// One name for one thing: an option that several commands have takes the same kind of value in each.
import { describe, expect, it, vi } from 'vitest'
import { type CommandLine, nameOf, parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'

async function lines(): Promise<CommandLine[]> {
  const all = await Promise.all(Object.values(commands).map(({ line }) => line?.()))
  return all.filter((line) => line !== undefined)
}

describe('the options of all commands', () => {
  it('take the same kind of value wherever they are', async () => {
    const forms = new Map<string, Set<string>>()
    for (const { options } of await lines())
      for (const option of options)
        forms.set(nameOf(option), (forms.get(nameOf(option)) ?? new Set()).add(option.form))
    expect([...forms.values()].filter((known) => known.size > 1).map((known) => [...known])).toEqual([])
  })

  it('have a name of their own beside their earlier ones', async () => {
    for (const { options } of await lines()) {
      const names = options.map(nameOf)
      for (const { formerly } of options) if (formerly !== undefined) expect(names).not.toContain(formerly)
    }
  })

  it('are taken by their earlier names, with a notice', async () => {
    const renamed = (await lines()).flatMap((line) =>
      line.options.filter(({ formerly }) => formerly !== undefined).map((option) => ({ line, option })),
    )
    expect(renamed).not.toEqual([])
    for (const { line, option } of renamed) {
      const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const value = !option.form.includes(' ') ? '' : option.type === 'mapStringBool' ? '=A=true' : '=5'
      const parsed = parseCommandLine(line, [`--${option.formerly}${value}`])
      expect([...parsed!.set]).toEqual([nameOf(option)])
      expect(written.mock.calls.join('')).toBe(
        `kepsim ${line.name}: Flag --${option.formerly} has been deprecated, use --${nameOf(option)}\n`,
      )
      written.mockRestore()
    }
  })
})
