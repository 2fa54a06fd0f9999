// The files of a kustomization: below its directory, or directories beside it; never a web page.
// Upstream: kustomize/api/internal/loader
import { posix } from 'node:path'
import { KubectlError } from '../errors.ts'
import type { KubectlHost } from '../host.ts'

/** The files that a kustomization may read: those of its own directory, and other kustomizations' directories. */
export class KustomizeFiles {
  /** The directory, from the root. */
  readonly root: string
  private readonly host: KubectlHost
  /** The directories that led here. */
  private readonly through: readonly string[]

  private constructor(host: KubectlHost, root: string, through: readonly string[]) {
    this.host = host
    this.root = root
    this.through = through
  }

  /** @param dir as typed */
  static async open(host: KubectlHost, dir: string): Promise<KustomizeFiles> {
    if (isRemote(dir)) throw remote(dir)
    const root = posix.resolve(host.env.get('PWD') ?? '/', dir)
    await requireDirectory(host, root, dir)
    return new KustomizeFiles(host, root, [])
  }

  /** The directory at a path from this one. */
  async directory(path: string): Promise<KustomizeFiles> {
    if (isRemote(path)) throw remote(path)
    const root = posix.resolve(this.root, path)
    await requireDirectory(this.host, root, root)
    const through = [...this.through, this.root]
    if (through.includes(root) || through.some((dir) => dir.startsWith(`${root}/`)))
      throw new KubectlError(`cycle detected: candidate root '${root}' contains visited root '${this.root}'`)
    return new KustomizeFiles(this.host, root, through)
  }

  /** The text of a file that is in the directory or below it. */
  async read(path: string): Promise<string> {
    const file = posix.resolve(this.root, path)
    const listed = await this.host.listFiles(file).catch(() => {
      throw new KubectlError(`evalsymlink failure on '${file}' : lstat ${file}: no such file or directory`)
    })
    if (listed !== undefined) throw new KubectlError(`'${file}' must resolve to a file`)
    if (!`${file}/`.startsWith(this.root === '/' ? '/' : `${this.root}/`))
      throw new KubectlError(`security; file '${file}' is not in or below '${this.root}'`)
    return this.host.readFile(file)
  }

  async has(name: string): Promise<boolean> {
    return this.host.listFiles(posix.resolve(this.root, name)).then(
      (listed) => listed === undefined,
      () => false,
    )
  }
}

async function requireDirectory(host: KubectlHost, root: string, shown: string): Promise<void> {
  const listed = await host.listFiles(root).catch(() => {
    throw new KubectlError(
      `must build at directory: not a valid directory: evalsymlink failure on '${shown}' : lstat ${root}: no such file or directory`,
    )
  })
  if (listed === undefined)
    throw new KubectlError(`must build at directory: '${shown}': file is not directory`)
}

/** Whether a path is a URL or repository, which is never fetched. */
export const isRemote = (path: string): boolean =>
  /^(?:\w+:\/\/|git(?:@|::)|ssh:|(?:www\.)?(?:github\.com|bitbucket\.org|gitlab\.com)[/:])/.test(path)

const remote = (path: string): KubectlError =>
  new KubectlError(`the built-in kustomize reads no remote kustomization: ${path}`)
