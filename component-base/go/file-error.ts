const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
}

/** A failed file access as Go's os.PathError prints it: `open /x: no such file or directory`. An error without a known code counts as a missing file. */
export function fileError(error: unknown, operation: 'open' | 'stat' | 'lstat', path: string): string {
  const code = (error as { code?: string } | undefined)?.code ?? 'ENOENT'
  const reason = Object.hasOwn(reasons, code) ? reasons[code]! : reasons['ENOENT']!
  return `${code === 'EISDIR' ? 'read' : operation} ${path}: ${reason}`
}
