// Manifests whose objects are followed, a Markdown script, or a module that asserts.
import { extname } from 'node:path'
import { InputError } from '../input-error.ts'
import { readInput } from '../read-input.ts'
import { checkSection } from '../skew/scenario.ts'
import { manifestScenario } from './manifest-scenario.ts'
import { markdownScenario } from './markdown-scenario.ts'
import { moduleScenario } from './module-scenario.ts'
import type { PathScenario } from './path-scenario.ts'

/** Reads `.yaml` and `.json` manifests, a Markdown script, or a module. Throws InputError. */
export async function loadPathScenario(file: string, section?: string): Promise<PathScenario> {
  const extension = extname(file).toLowerCase()
  const text = readInput(file)
  if (['.md', '.markdown'].includes(extension)) return markdownScenario(file, text, section)
  checkSection(file, section)
  if (['.yaml', '.yml', '.json'].includes(extension)) return manifestScenario(file, text)
  if (['.mjs', '.js', '.ts', '.mts'].includes(extension)) return moduleScenario(file)
  throw new InputError(
    file,
    undefined,
    'a path is walked with manifests (.yaml), a Markdown script (.md) or a module (.mjs, .js or .ts)',
  )
}
