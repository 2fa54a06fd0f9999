import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json and releases/, both from source and from the bundle in dist/. */
export const packageRoot: string = (() => {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'releases')) || !existsSync(join(dir, 'package.json'))) {
    const up = dirname(dir)
    if (up === dir) throw new Error('kepsim: the folder releases/ is missing beside package.json')
    dir = up
  }
  return dir
})()
