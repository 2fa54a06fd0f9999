// What the entries of dist/ load their parts by: a program of its own, which scripts/build.mjs puts beside them.
import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { CodeCache } from './code-cache.ts'
import { ProgramParts } from './program-parts.ts'

const dir = import.meta.dirname
const tag = cachedDataVersionTag()
// The variable is Node's own, for its cache of modules.
const cache =
  process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined
    ? new CodeCache(join(dir, 'code-cache'), `${process.version}-${process.arch}-${tag.toString(16)}`)
    : undefined
// Threads end without a word.
const learns = cache !== undefined && isMainThread && isOwner()
const parts = new ProgramParts(dir, { cache, learns })

/** The exports of a part; see {@link ProgramParts.load}. */
export const part = (path: string): unknown => parts.load(path)

// Code that was made under flags that were set meanwhile belongs to no later process.
if (learns)
  process.on('exit', () => {
    if (cachedDataVersionTag() === tag) parts.learn(command())
  })

/** Whoever owns the program may write beside it: what root leaves there, npm could not remove as the user. */
function isOwner(): boolean {
  try {
    return process.geteuid === undefined || statSync(dir).uid === process.geteuid()
  } catch {
    return false
  }
}

/** The command of kepsim that has run; all programs that use the library are one. */
function command(): string {
  const [, program = '', name = ''] = process.argv
  try {
    const isKepsim = realpathSync(program) === join(realpathSync(dir), '../bin/kepsim')
    return isKepsim && /^[a-z][a-z-]{1,30}$/.test(name) ? name : 'other'
  } catch {
    return 'other'
  }
}
