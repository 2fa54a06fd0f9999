// The files of a container: its own root file system, and the volumes mounted into it.

import { type FileContent, type IFileSystem, InMemoryFs, MountableFs } from 'just-bash'
import { hiddenCommands } from '../shell/inserted.ts'
import { isOfKernel } from './kernel-names.ts'
import { unmarked } from './marked-path.ts'
import { parentOf } from './parent-of.ts'

/** A container's own files may be as large: a stranger's loop writes for ever. */
const mostBytes = 32 * 1024 * 1024

/** Receives the bytes that are written to a device. */
export type Sink = (bytes: Buffer) => void

type WriteOptions = Parameters<IFileSystem['writeFile']>[2]

/** The bytes of what is written to a file. */
function bytesOf(content: FileContent, options: WriteOptions): Buffer {
  if (typeof content !== 'string') return Buffer.from(content)
  const encoding = typeof options === 'string' ? options : options?.encoding
  return Buffer.from(content, encoding === 'binary' || encoding === 'latin1' ? 'latin1' : 'utf8')
}

/** The tree that the processes of a container see. */
export class ContainerFs extends MountableFs {
  private sealedBut: string | undefined
  /** Paths whose folders an image may bring. */
  private ofImage = /^/
  private readonly refusals = new Map<number, (path: string) => void>()
  /** Hears of files of the kernel that are asked for and not known. */
  private untold: ((path: string) => void) | undefined
  private readonly sinks = new Map<string, Sink>([['/dev/null', () => {}]])

  /** @param programs what `/bin` has */
  constructor(programs: readonly string[]) {
    const base = new InMemoryFs({}, { maxTotalBytes: mostBytes })
    for (const name of [...programs, ...hiddenCommands])
      base.writeFileSync(`/bin/${name}`, '', undefined, { mode: 0o755 })
    super({ base })
  }

  /** The entries of a folder, without the commands that only transformed scripts have. */
  override async readdir(path: string): Promise<string[]> {
    const names = await super.readdir(path)
    return path === '/bin' ? names.filter((name) => !hiddenCommands.includes(name)) : names
  }

  /** Allows writes only to mounts, devices and one file from now on. */
  seal(except: string): void {
    this.sealedBut = except
  }

  /**
   * From now on a file is written only where its folder is. Before, the folders of what an image holds are made with it.
   * @param ofImage paths whose folders the image may bring
   */
  complete(ofImage: RegExp): void {
    this.ofImage = ofImage
  }

  /** Whether a file cannot be written since its folder is missing. */
  private async lacksFolder(path: string): Promise<boolean> {
    if (this.ofImage.test(path) && !this.isMounted(path)) return false
    return !(await super.exists(parentOf(path) || '/'))
  }

  /** Refuses to write below a folder that is missing, as a kernel does: the library would make it. */
  private async checkFolder(path: string): Promise<void> {
    if (await this.lacksFolder(path)) throw new Error(`ENOENT: no such file or directory, open '${path}'`)
  }

  /** Tells `refused` what a shell wants to write where the folder is missing. @param shell as of `markOf` @returns what ends that */
  awaitRefusals(shell: number, refused: (path: string) => void): () => void {
    this.refusals.set(shell, refused)
    return () => this.refusals.delete(shell)
  }

  /** The same files for one shell, which ends where it asks for a file of the kernel that is not known. */
  seenBy(untold: (path: string) => void): ContainerFs {
    return Object.assign(Object.create(this) as ContainerFs, { untold })
  }

  private async checkKnown(path: string): Promise<void> {
    if (this.untold !== undefined && isOfKernel(path) && !(await super.exists(path))) this.untold(path)
  }

  private isMounted(path: string): boolean {
    return this.getMounts().some(({ mountPoint }) => path === mountPoint || path.startsWith(`${mountPoint}/`))
  }

  private check(path: string): void {
    if (this.sealedBut === undefined || path === this.sealedBut || /^\/(?:dev|proc)(?:\/|$)/.test(path))
      return
    if (!this.isMounted(path)) throw new Error(`EROFS: read-only file system, open '${path}'`)
  }

  override async mkdir(...[path, ...rest]: Parameters<MountableFs['mkdir']>): Promise<void> {
    this.check(path)
    return super.mkdir(path, ...rest)
  }

  override async rm(...[path, ...rest]: Parameters<MountableFs['rm']>): Promise<void> {
    this.check(path)
    return super.rm(path, ...rest)
  }

  override async mv(...[from, to]: Parameters<MountableFs['mv']>): Promise<void> {
    this.check(from)
    this.check(to)
    await this.checkFolder(to)
    return super.mv(from, to)
  }

  override async symlink(...[target, path]: Parameters<MountableFs['symlink']>): Promise<void> {
    this.check(path)
    await this.checkFolder(path)
    return super.symlink(target, path)
  }

  override async cp(...[from, to, ...rest]: Parameters<MountableFs['cp']>): Promise<void> {
    this.check(to)
    await this.checkFolder(to)
    return super.cp(from, to, ...rest)
  }

  override async chmod(...[path, ...rest]: Parameters<MountableFs['chmod']>): Promise<void> {
    this.check(path)
    return super.chmod(path, ...rest)
  }

  override async link(...[target, path]: Parameters<MountableFs['link']>): Promise<void> {
    this.check(path)
    await this.checkFolder(path)
    return super.link(target, path)
  }

  override async utimes(...[path, ...rest]: Parameters<MountableFs['utimes']>): Promise<void> {
    this.check(path)
    return super.utimes(path, ...rest)
  }

  /** Gives what is written to a path to `sink`. @returns what ends that */
  device(path: string, sink: Sink): () => void {
    this.sinks.set(path, sink)
    return () => this.sinks.delete(path)
  }

  override async writeFile(marked: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const { path } = unmarked(marked)
    const sink = this.sinks.get(path)
    if (sink === undefined) {
      this.check(path)
      await this.checkFolder(path)
      return named(path, super.writeFile(path, content, options))
    }
    sink(bytesOf(content, options))
  }

  override async appendFile(marked: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const { path } = unmarked(marked)
    const sink = this.sinks.get(path)
    if (sink === undefined) {
      this.check(path)
      await this.checkFolder(path)
      return named(path, super.appendFile(path, content, options))
    }
    sink(bytesOf(content, options))
  }

  /** A marked file that cannot be written is said to be there, so that the library looks at it, which fails. */
  override async exists(marked: string): Promise<boolean> {
    const { path, shell } = unmarked(marked)
    if (this.sinks.has(path)) return true
    await this.checkKnown(path)
    return (shell !== undefined && (await this.lacksFolder(path))) || super.exists(path)
  }

  override async stat(marked: string): ReturnType<IFileSystem['stat']> {
    const { path, shell } = unmarked(marked)
    if (this.sinks.has(path)) return device
    await this.checkKnown(path)
    if (shell !== undefined && (await this.lacksFolder(path))) {
      this.refusals.get(shell)?.(path)
      throw new Error(`ENOENT: no such file or directory, open '${path}'`)
    }
    return super.stat(path)
  }

  override async lstat(path: string): ReturnType<IFileSystem['lstat']> {
    if (this.sinks.has(path)) return device
    await this.checkKnown(path)
    return super.lstat(path)
  }

  override async readFile(path: string, ...options: unknown[]): Promise<string> {
    if (this.sinks.has(path)) return ''
    await this.checkKnown(path)
    return super.readFile(path, ...(options as []))
  }

  override async readFileBytes(path: string): ReturnType<MountableFs['readFileBytes']> {
    if (this.sinks.has(path)) return '' as never
    await this.checkKnown(path)
    return super.readFileBytes(path)
  }

  override async readFileBuffer(path: string): Promise<Uint8Array> {
    if (!this.sinks.has(path)) await this.checkKnown(path)
    return super.readFileBuffer(path)
  }
}

const device = {
  isFile: true,
  isDirectory: false,
  isSymbolicLink: false,
  mode: 0o666,
  size: 0,
  mtime: new Date(0),
}

/** Renames the path in a write's error: a volume knows only paths below its own root. */
async function named(path: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    const [code] = /^E[A-Z]+(?=:)/.exec((error as Error).message) ?? []
    const why = code === 'EROFS' ? 'read-only file system' : 'cannot write'
    throw code === undefined ? error : new Error(`${code}: ${why}, open '${path}'`)
  }
}
