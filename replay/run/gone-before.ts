// Who waits for objects to be deleted sees them go, or finds them gone: which of the two, the pace of the author's cluster decided.
import { resourceNamed } from '../claims/kinds.ts'
import type { Ran } from './ran.ts'

const waitsForDeletion = /\bwait\b.*\s--for[=\s]delete\b/
const ended = /^([a-z][a-z0-9.]*)\/(\S+) condition met$/

/**
 * What a command that waited for deletions would have printed, had it been typed before these had happened: as the document shows it,
 * where each object was there once. Undefined where the command saw one go itself, or did not wait for one.
 */
export function goneBefore(
  { text, stdout, exitCode }: Pick<Ran, 'text' | 'stdout' | 'exitCode'>,
  shown: readonly string[],
  hadOnce: (resource: string, name: string) => boolean,
): string | undefined {
  const lines = shown.filter((line) => line.trim() !== '')
  if (exitCode !== 0 || stdout.trim() !== '' || lines.length === 0 || !waitsForDeletion.test(text))
    return undefined
  const isGone = (line: string): boolean => {
    const [, type = '', name] = ended.exec(line.trim()) ?? []
    const resource = resourceNamed(type.split('.')[0]!)?.resource.split('.')[0]
    return name !== undefined && resource !== undefined && text.includes(name) && hadOnce(resource, name)
  }
  return lines.every(isGone) ? `${lines.map((line) => line.trim()).join('\n')}\n` : undefined
}
