// What the entries of dist/ load their parts by: a program of its own, which scripts/build.mjs puts beside them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { CodeCache } from './code-cache.ts'
import { ProgramParts } from './program-parts.ts'

const dir = import.meta.dirname
const version = cachedDataVersionTag()
// The variable is Node's own, for its cache of modules.
const cache =
  process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined
    ? new CodeCache(join(dir, 'code-cache'), version)
    : undefined
const parts = new ProgramParts(dir, cache)

/** The exports of a part; see {@link ProgramParts.load}. */
export const part = (path: string): unknown => parts.load(path)

/** Of the program's commands; others are told from each other by nobody. */
const commandName = /^[a-z][a-z-]{1,30}$/

/** Whoever owns the program may write beside it: what root leaves there, npm could not remove as the user. */
function isOwner(): boolean {
  try {
    return process.geteuid === undefined || statSync(dir).uid === process.geteuid()
  } catch {
    return false
  }
}

// Threads end without a word. Code that was made under flags that were set meanwhile belongs to no later process.
if (cache !== undefined && isMainThread && isOwner())
  process.on('exit', () => {
    const [, , command = ''] = process.argv
    if (cachedDataVersionTag() === version) parts.learn(commandName.test(command) ? command : 'other')
  })
