/** Reads a file; throws an Error with Go's words where it cannot. */
export async function readTextFile(
  path: string,
  readText: (path: string) => Promise<string>,
): Promise<string> {
  try {
    return await readText(path)
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EISDIR') throw new Error(`read ${path}: is a directory`)
    throw new Error(`open ${path}: ${code === 'EACCES' ? 'permission denied' : 'no such file or directory'}`)
  }
}
