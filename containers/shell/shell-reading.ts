import { programIn } from '../images/programs-of.ts'
import { programNames } from '../programs/programs.ts'
import { isShellName } from '../signals.ts'
import { flavorOf } from './flavor.ts'
import { asScript, type Goes } from './output-goes.ts'
import type { Reading } from './rewrite.ts'
import { shellBuiltins } from './shell-builtins.ts'
import type { ShellFlavor } from './shell-command.ts'
import { inWordsOf } from './shell-words.ts'

/** The shell by which a container's scripts are read, and what it has met in them. */
export class ShellReading implements Reading {
  readonly image: string
  flavor: ShellFlavor
  name: string
  readonly opened = new Set<string>()
  exports: readonly string[] = []
  /** Where the commands write that run scripts now whose output or errors are not the shell's. */
  readonly capturing: Goes[] = []
  /** Whether a file could not be opened since it was asked last. */
  refused = false

  /** @param program as its process was called; one that is no shell is run by `sh` */
  constructor(program: string, image: string) {
    this.image = image
    this.name = isShellName(program) ? program : 'sh'
    this.flavor = flavorOf(this.name, image)
  }

  get goes(): Goes {
    return this.capturing.find(({ out }) => !out) ?? this.capturing.at(-1) ?? asScript
  }

  isProgram(name: string): boolean {
    return programIn(this.image, name) === 'runs' || programNames(this.image).includes(name)
  }

  isBeyond(name: string): boolean {
    return !shellBuiltins.has(name) && !this.isProgram(name) && programIn(this.image, name) === 'exists'
  }

  /** The library's message in the words of this shell. */
  inOwnWords(text: string): string {
    const lines = text.split('\n')
    return lines.map((line) => inWordsOf(this.flavor, this.name, line, (path) => this.opens(path))).join('\n')
  }

  /** Whether a path that is missing is one that a script is told to read from: then it could not be opened. */
  private opens(path: string): boolean {
    this.refused ||= this.opened.has(path)
    return this.opened.has(path)
  }
}
