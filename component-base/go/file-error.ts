const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
}

/**
 * Why Go's os.MkdirAll cannot make a folder where it can be told without making it: something on its path is a file. @param
 * read throws as node:fs does
 */
export function makeFolderError(path: string, read: (path: string) => string): string | undefined {
  const parts = path.split('/')
  for (let count = 1; count <= parts.length; count++) {
    const folder = parts.slice(0, count).join('/')
    if (folder !== '' && isFile(folder, read)) return `mkdir ${folder}: not a directory`
  }
  return undefined
}

function isFile(path: string, read: (path: string) => string): boolean {
  try {
    read(path)
    return true
  } catch {
    return false
  }
}

/** Why a file cannot be written, as Go's os.Create says it: `open /x: is a directory`. */
export const createError = (error: unknown, path: string): string =>
  fileError(error, 'open', path).replace(/^read /, 'open ')

/** A failed file access as Go's os.PathError prints it: `open /x: no such file or directory`. An error without a known code counts as a missing file. */
export function fileError(error: unknown, operation: 'open' | 'stat' | 'lstat', path: string): string {
  const code = (error as { code?: string } | undefined)?.code ?? 'ENOENT'
  const reason = Object.hasOwn(reasons, code) ? reasons[code]! : reasons['ENOENT']!
  return `${code === 'EISDIR' ? 'read' : operation} ${path}: ${reason}`
}
