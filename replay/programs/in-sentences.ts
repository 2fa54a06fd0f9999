// Programs as sentences speak of them: what is in backticks, and what brings packages.
import { alternatives, namesWhere, programNamed } from './programs.ts'

const printing = new RegExp(
  String.raw`^(?:sudo\s+)?[\w./$-]*(?:${alternatives(namesWhere(({ prints }) => prints === true))})\s+\S`,
)

/** Whether code in a sentence is a command that it names for what that prints. */
export const isPrinter = (code: string): boolean => printing.test(code)

/** Scripts that a path names are told of too: they are no programs of the table. */
const scripts = String.raw`hack\/\S+|\.\/\S+\.sh`
const toldWithArguments = new RegExp(
  String.raw`^(?:\$\s)?(?:sudo\s|\w+=\S+\s)*(?:${alternatives(namesWhere(({ told }) => told === true))}|${scripts})\s\S`,
)
const toldAlone = new RegExp(
  String.raw`^(?:sudo\s|\w+=\S+\s)*\S*(?:${alternatives(namesWhere(({ told }) => told === 'alone'))})$`,
)

/** Whether code in a sentence is a command that its reader is told to type. */
export const isTold = (code: string): boolean => toldWithArguments.test(code) || toldAlone.test(code)

/** The names of the programs that bring packages, as a part of a regular expression. */
export const installers = alternatives(namesWhere(({ installs }) => installs !== undefined))

/** The command that brings a package. @param program one of `installers`, in any case */
export function installing(program: string, packageName: string): string {
  const name = program.toLowerCase()
  return `${name} ${programNamed(name)?.installs} ${packageName}`
}
