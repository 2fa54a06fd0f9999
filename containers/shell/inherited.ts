import { parse } from 'just-bash'
import { literalPattern } from '../../component-base/literal-pattern.ts'
import { functionsOf } from './rewrite.ts'
import { definedIn } from './script-tree.ts'

/** The state that a shell leaves to those that it starts in the background. */
export class Inherited {
  private readonly text: string
  private found: { functions: string; names: RegExp | undefined } | undefined

  /** @param text the script of the shell */
  constructor(text: string) {
    this.text = text
  }

  /** A script with the functions of the shell, where it may call one, and its options. @param options as `$-` tells them */
  before(script: string, options: string): string {
    this.found ??= this.look()
    const { functions, names } = this.found
    const set = options.replace(/[^aefuC]/g, '')
    return `${names?.test(script) === true ? functions : ''}${set === '' ? '' : `set -${set}\n`}${script}`
  }

  private look(): { functions: string; names: RegExp | undefined } {
    const functions = functionsOf(this.text)
    const names = [...definedIn(parse(functions))].map(literalPattern)
    // A name may be one that only its run tells.
    return {
      functions,
      names: names.length === 0 ? undefined : new RegExp(`\\$|\`|\\beval\\b|${names.join('|')}`),
    }
  }
}
