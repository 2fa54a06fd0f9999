import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The replacement of `import.meta` that esbuild puts into a module, so that it finds the files that are beside its source. */
export const importMeta = (path: string): Record<string, string> => ({
  'import.meta.url': JSON.stringify(pathToFileURL(path).href),
  'import.meta.filename': JSON.stringify(path),
  'import.meta.dirname': JSON.stringify(dirname(path)),
})
