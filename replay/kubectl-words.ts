// What kubectl is given in a command line, by whatever it is run.

import { isKubectl } from './programs/programs.ts'
import { baseName } from './shell-words.ts'
import type { SimpleCommand } from './simple-command.ts'

const isCalledSo = (word: string): boolean => {
  const name = baseName(word.replace(/["'${}]/g, ''))
  return isKubectl(name) || /^kubectl\b/.test(name)
}

/**
 * The words after kubectl, also where another program is given it (`docker exec node kubectl get nodes`) and within quotes
 * (`sh -c "kubectl get nodes"`); undefined where it is not called.
 */
export function givenToKubectl({ path, words }: Pick<SimpleCommand, 'path' | 'words'>): string[] | undefined {
  const all = [path, ...words].flatMap((word) => word.split(/\s+/))
  const at = all.findIndex(isCalledSo)
  return at < 0 ? undefined : all.slice(at + 1)
}
