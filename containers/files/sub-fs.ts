import type { IFileSystem } from 'just-bash'

/** The mount of a part of a file system. */
export interface SubView {
  /** The path of the part, without a slash at its end; empty: the whole file system. */
  root: string
  readOnly: boolean
}

const paths: Readonly<Record<string, readonly number[]>> = {
  readFile: [0],
  readFileBytes: [0],
  readFileBuffer: [0],
  exists: [0],
  stat: [0],
  readdir: [0],
  readdirWithFileTypes: [0],
  readlink: [0],
  lstat: [0],
  realpath: [0],
}
const writes: Readonly<Record<string, readonly number[]>> = {
  writeFile: [0],
  appendFile: [0],
  mkdir: [0],
  rm: [0],
  cp: [0, 1],
  mv: [0, 1],
  chmod: [0],
  symlink: [1],
  link: [0, 1],
  utimes: [0],
}

/** A folder (or a file) of a file system as a file system of its own. */
export function subFs(whole: IFileSystem, { root, readOnly }: SubView): IFileSystem {
  const inside = (path: string): string => (path === '/' ? root || '/' : `${root}${path}`)
  const outside = (path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length) : '/')
  const view: Record<string, unknown> = {
    resolvePath: (base: string, path: string) => whole.resolvePath(base, path),
    getAllPaths: () =>
      whole.getAllPaths().flatMap((path) => (path.startsWith(`${root}/`) ? [outside(path)] : [])),
  }
  const call =
    (name: string, at: readonly number[]) =>
    (...args: unknown[]) => {
      const mapped = args.map((arg, i) => (at.includes(i) ? inside(String(arg)) : arg))
      return (whole as unknown as Record<string, (...all: unknown[]) => unknown>)[name]!(...mapped)
    }
  for (const [name, at] of Object.entries(paths)) view[name] = call(name, at)
  view['realpath'] = async (path: string) => outside(await whole.realpath(inside(path)))
  for (const [name, at] of Object.entries(writes))
    view[name] = readOnly
      ? async (...args: unknown[]) => {
          throw new Error(`EROFS: read-only file system, ${name} '${String(args[at[0]!])}'`)
        }
      : call(name, at)
  return view as unknown as IFileSystem
}
