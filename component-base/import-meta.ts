import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What esbuild is to put in the place of `import.meta` in a module, so that it finds beside its source what it reads there. */
export const importMeta = (path: string): Record<string, string> => ({
  'import.meta.url': JSON.stringify(pathToFileURL(path).href),
  'import.meta.filename': JSON.stringify(path),
  'import.meta.dirname': JSON.stringify(dirname(path)),
})
