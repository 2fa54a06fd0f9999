// The matrix that a module exports, read without running the module: it has to be written out, as a literal.
import { InputError } from '../input-error.ts'
import { readInput } from '../read-input.ts'
import type { Matrix } from './axes.ts'
import { lineOfExport } from './module-lines.ts'
import { checkedMatrix, checkSection, isModule, loadScenario } from './scenario.ts'

/** A scenario, as far as the cells that it is run in go. */
export type OwnMatrix = { kind: 'markdown' } | { kind: 'module'; file: string; matrix: Matrix }

/** Throws InputError for a matrix that only running the module would tell. */
export async function readMatrix(file: string, section: string | undefined): Promise<OwnMatrix> {
  if (!isModule(file)) return loadScenario(file, section)
  checkSection(file, section)
  const text = readInput(file)
  const found = /^[ \t]*export[ \t]+(?:const|let|var)[ \t]+matrix\b[^=\n]*=/m.exec(text)
  if (found === null) {
    if (/\bexport\b[^;]*\bmatrix\b|\bexport[ \t]*\*/.test(withoutComments(text))) throw computed(file)
    return { kind: 'module', file, matrix: {} }
  }
  const value = new Literal(text, found.index + found[0].length).read()
  if (value === undefined) throw computed(file)
  return { kind: 'module', file, matrix: checkedMatrix(file, value.value) }
}

const computed = (file: string): InputError =>
  new InputError(
    file,
    lineOfExport(file, 'matrix'),
    "--list does not run the module, and its `matrix` is not written out as `export const matrix = { apiserver: '1.33..1.36' }`",
  )

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, '')

/** Reads texts, lists and objects of JavaScript. */
class Literal {
  private readonly text: string
  private at: number
  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  /** Undefined for anything that has to be run, also behind the literal. */
  read(): { value: unknown } | undefined {
    try {
      const value = this.value()
      const behind = this.at
      this.skip()
      if (this.take(/(?:as[ \t]+const|satisfies[ \t]+[\w.]+)\b/y) === undefined) this.at = behind
      return this.ends() ? { value } : undefined
    } catch {
      return undefined
    }
  }

  /** Whether the statement ends here: nothing on the next line takes the value into an expression. */
  private ends(): boolean {
    const from = this.at
    this.skip()
    const next = this.text[this.at]
    if (next === undefined || next === ';') return true
    return this.text.slice(from, this.at).includes('\n') && !'-+*/.,?:[(`&|^%=<>'.includes(next)
  }

  private value(): unknown {
    this.skip()
    if (this.take(/\{/y) !== undefined) return this.object()
    if (this.take(/\[/y) !== undefined) return this.list()
    return this.string()
  }

  private object(): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null)
    for (this.skip(); this.take(/\}/y) === undefined; this.skip()) {
      const key = this.take(/[\w$]+/y) ?? this.string()
      this.skip()
      this.need(/:/y)
      object[key] = this.value()
      this.skip()
      if (this.take(/,/y) === undefined && this.text[this.at] !== '}') throw new Error('no literal')
    }
    return object
  }

  private list(): unknown[] {
    const list: unknown[] = []
    for (this.skip(); this.take(/\]/y) === undefined; this.skip()) {
      list.push(this.value())
      this.skip()
      if (this.take(/,/y) === undefined && this.text[this.at] !== ']') throw new Error('no literal')
    }
    return list
  }

  /** Without escapes and expressions, which no axis needs. */
  private string(): string {
    return this.need(/'[^'\\\n]*'|"[^"\\\n]*"|`[^`\\$]*`/y).slice(1, -1)
  }

  private skip(): void {
    this.take(/(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)+/y)
  }

  private need(pattern: RegExp): string {
    const found = this.take(pattern)
    if (found === undefined) throw new Error('no literal')
    return found
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }
}
