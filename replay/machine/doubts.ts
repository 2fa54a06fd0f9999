// What a program did of which nobody can tell from the line's exit code that it did nothing: an edit that finds nothing to change,
// a change that fails where the line says that it may.
import type { CommandResult } from './command-result.ts'

const changing =
  /^kubectl (?:-\S+ )*(?:delete|patch|scale|apply|create|replace|label|annotate|set|taint|rollout restart|autoscale|expose|run)\b|^(?:systemctl|docker) (?:re)?start\b/

/** In words, of a command line that allows its programs to fail; undefined where a look failed, or nothing did. */
export function toleratedFailure(
  program: string,
  args: readonly string[],
  { exitCode, stderr }: CommandResult,
): string | undefined {
  if (exitCode === 0 || !changing.test([program, ...args].join(' '))) return undefined
  return `${program} failed, which the line allows: ${stderr.trim().split('\n')[0] ?? ''}`
}

/** Reads files of a computer for a program that may have changed nothing. */
export interface Files {
  readFile(path: string): Promise<string>
  resolvePath(base: string, path: string): string
}

const inPlace = /^(?:-[a-zA-Z]*i.*|--in-place(?:=.*)?|--inplace)$/

/** The files that a program edits in place, with their contents; none where it edits none. */
export async function editedFiles(
  program: string,
  args: readonly string[],
  disk: Files,
  cwd: string,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  if (!/^(?:sed|yq|perl)$/.test(program) || !args.some((arg) => inPlace.test(arg))) return files
  for (const arg of args) {
    const path = disk.resolvePath(cwd, arg)
    const content = await disk.readFile(path).catch(() => undefined)
    if (content !== undefined) files.set(path, content)
  }
  return files
}

/** Says so where none of them changed. */
export async function unchangedFiles(
  program: string,
  before: ReadonlyMap<string, string>,
  disk: Files,
): Promise<string | undefined> {
  if (before.size === 0) return undefined
  for (const [path, content] of before)
    if ((await disk.readFile(path).catch(() => undefined)) !== content) return undefined
  return `${program} changes nothing in ${[...before.keys()].join(', ')}`
}
