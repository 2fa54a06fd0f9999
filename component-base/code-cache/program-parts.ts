// The built program in parts: CommonJS files of dist/, which V8 compiles once for many processes. Node's own loader would find and run
// them as well; it only has no way to give V8 what it made of them before.
import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { CodeCache } from './code-cache.ts'

interface Part {
  readonly name: string
  readonly source: Buffer
  readonly script: Script
  readonly commands: readonly string[]
}

/** Parameters of the function that a part is: those of every CommonJS module, and the way to an ES module, which a script has none to. */
const head = '(function (exports, require, module, __filename, __dirname, __import) {'
const importModule = (specifier: string): Promise<unknown> => import(specifier)

/** The parts of one folder, each run once. */
export class ProgramParts {
  private readonly dir: string
  private readonly cache: CodeCache | undefined
  private readonly modules = new Map<string, { exports: unknown }>()
  private readonly loaded: Part[] = []
  private readonly fromNode: NodeJS.Require

  /** @param cache undefined: parts are compiled anew */
  constructor(dir: string, cache?: CodeCache) {
    this.dir = dir
    this.cache = cache
    this.fromNode = createRequire(join(dir, 'parts.js'))
  }

  /** What a part exports; it runs when it is asked for first. @param path as `./NAME.cjs` */
  load(path: string): unknown {
    const name = path.slice(2)
    const known = this.modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    this.modules.set(name, module)
    const filename = join(this.dir, name)
    this.compiled(name, filename)(module.exports, this.require, module, filename, this.dir, importModule)
    return module.exports
  }

  private readonly require = (path: string): unknown =>
    path.startsWith('./') ? this.load(path) : this.fromNode(path)

  private compiled(name: string, filename: string): (...args: unknown[]) => void {
    const source = readFileSync(filename)
    const cached = this.cache?.read(name, source)
    // Latin-1 is read in no time.
    const text = source.toString(isAscii(source) ? 'latin1' : 'utf8')
    const script = new Script(`${head}${text}\n})`, {
      filename,
      columnOffset: -head.length,
      ...(cached === undefined ? {} : { cachedData: cached.code }),
    })
    const commands = script.cachedDataRejected === false ? cached!.commands : []
    if (this.cache !== undefined) this.loaded.push({ name, source, script, commands })
    return script.runInThisContext() as (...args: unknown[]) => void
  }

  /** Adds the functions that V8 has compiled for a command to the cache, unless the command did so before. */
  learn(command: string): void {
    const fresh = this.loaded.filter(({ commands }) => !commands.includes(command))
    if (fresh.length === 0) return
    this.cache?.write(
      fresh.map(({ name, source, script, commands }) => ({
        name,
        source,
        code: script.createCachedData(),
        commands: [...commands, command],
      })),
    )
  }
}
