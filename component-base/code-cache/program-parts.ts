// The built program in parts: CommonJS files of dist/, which V8 compiles once for many processes. Node's own loader would find and run
// them as well; it only has no way to give V8 what it made of them before.
import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import type { CodeCache } from './code-cache.ts'

/** A part of which more may be learned; `source`: the CRC-32 of it. */
interface Part {
  readonly name: string
  readonly source: number
  readonly script: Script
  readonly commands: readonly string[]
}

type PartFunction = (...args: unknown[]) => void

/** Parameters of the function that a part is: those of every CommonJS module, and the way to an ES module, which a script has none to. */
const parameters = 'exports, require, module, __filename, __dirname, __import'
// Parts were ES modules, which are strict.
const head = `'use strict';(function (${parameters}) {`
const importModule = (specifier: string): Promise<unknown> => import(specifier)

/** Commands whose functions the code of a part has, at most: what comes later is compiled by each process. */
const mostCommands = 64

/**
 * Whether this module runs in a context of its own (the pools vmThreads and vmForks of vitest, Jest). Scripts run in that of the process:
 * an Error of theirs would be no `Error` to the program that asks for it.
 */
const hasOwnContext = runInThisContext('Object') !== Object

/** `cache` undefined: parts are compiled anew. `learns`: what is compiled may be told to the cache. */
export interface ProgramOptions {
  readonly cache?: CodeCache | undefined
  readonly learns?: boolean
}

/** The program's parts in one folder, each of which runs once. */
export class ProgramParts {
  private readonly dir: string
  private readonly cache: CodeCache | undefined
  private readonly learns: boolean
  private readonly modules = new Map<string, { exports: unknown }>()
  private readonly loaded: Part[] = []
  private readonly fromNode: NodeJS.Require

  constructor(dir: string, { cache, learns = false }: ProgramOptions = {}) {
    this.dir = dir
    this.cache = hasOwnContext ? undefined : cache
    this.learns = learns
    this.fromNode = createRequire(join(dir, 'parts.cjs'))
  }

  /**
   * What a part exports; it runs when it is asked for first, and again where it failed.
   * @param path as `./NAME.cjs`
   */
  load(path: string): unknown {
    const name = path.slice(2)
    const known = this.modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    this.modules.set(name, module)
    const filename = join(this.dir, name)
    try {
      this.compiled(name, filename)(module.exports, this.require, module, filename, this.dir, importModule)
    } catch (error) {
      this.modules.delete(name)
      throw error
    }
    return module.exports
  }

  private readonly require = (path: string): unknown =>
    path.startsWith('./') ? this.load(path) : this.fromNode(path)

  private compiled(name: string, filename: string): PartFunction {
    const bytes = readFileSync(filename)
    // Latin-1 is decoded much faster than UTF-8.
    const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
    if (hasOwnContext) return inOwnContext(text, filename)
    const source = this.cache === undefined ? 0 : crc32(bytes)
    const cached = this.cache?.read(name, source)
    const script = new Script(`${head}${text}\n})`, {
      filename,
      columnOffset: -head.length,
      ...(cached === undefined ? {} : { cachedData: cached.code }),
    })
    const commands = script.cachedDataRejected === false ? cached!.commands : []
    if (this.learns) this.loaded.push({ name, source, script, commands })
    return script.runInThisContext() as PartFunction
  }

  /** Adds the functions that V8 has compiled for a command to the cache, unless the command did so before. */
  learn(command: string): void {
    const fresh = this.loaded.filter(
      ({ commands }) => commands.length < mostCommands && !commands.includes(command),
    )
    if (fresh.length === 0) return
    this.cache?.write(
      fresh.map(({ name, source, script, commands }) => ({
        name,
        source,
        code: () => script.createCachedData(),
        commands: [...commands, command],
      })),
    )
  }
}

/** Compiles a part in the current context, without cached code, which only scripts can take. */
function inOwnContext(text: string, filename: string): PartFunction {
  const name = pathToFileURL(filename).href
  return new Function(
    ...parameters.split(', '),
    `'use strict';${text}\n//# sourceURL=${name}`,
  ) as PartFunction
}
