// Runs the TypeScript of a guide as it stands.
import { transformSync } from 'esbuild'
import { expect } from 'vitest'

/** The TypeScript in a guide's text. */
export const examplesOf = (guide: string): string[] =>
  [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)

const importLine = /^import (?:type )?\{ (.*) \} from '(.*)'\n/gm

/**
 * Runs an example; what it imports comes from `modules`, by the names of their packages.
 * @param replaced takes the place of what is imported and of globals
 */
export async function runExample(
  code: string,
  modules: Readonly<Record<string, object>>,
  replaced: Readonly<Record<string, unknown>>,
): Promise<void> {
  const imported = [...code.matchAll(importLine)]
    .filter(([line]) => !line.startsWith('import type'))
    .flatMap(([, names, from]) =>
      names!.split(', ').map((name) => {
        const module = modules[from!] as Record<string, unknown> | undefined
        if (module !== undefined) expect(module).toHaveProperty(name)
        return [name, replaced[name] ?? module?.[name]] as const
      }),
    )
  const names = { ...replaced, ...Object.fromEntries(imported) }
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<void>
  const { code: plain } = transformSync(code.replace(importLine, ''), { loader: 'ts' })
  await new AsyncFunction(...Object.keys(names), plain)(...Object.values(names))
}
