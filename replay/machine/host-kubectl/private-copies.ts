// Copies of a computer's files for a program of the host, in a directory of this user alone.
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Host } from '../host.ts'

/** How much of a disk a command may be given: bytes and files. */
const most = { bytes: 64 << 20, files: 10_000 }

/** A folder of the host with copies of a computer's files; bounded in number and bytes. */
export class PrivateCopies {
  readonly root: string
  private readonly host: Host
  private readonly cwd: string
  private bytes = 0
  private files = 0

  /** @param root the directory of the copies: `/etc/x` of the machine is `ROOT/etc/x` */
  constructor(host: Host, root: string, cwd: string) {
    this.host = host
    this.root = root
    this.cwd = cwd
  }

  /** A directory of the machine, without what is in it; answers with its copy. */
  async directory(path: string): Promise<string> {
    const target = this.of(path)
    await mkdir(target, { recursive: true, mode: 0o700 })
    return target
  }

  /** Copies a file or directory of the machine; answers with where its copy is, or would be. */
  async copy(path: string): Promise<string> {
    const target = this.of(path)
    await rm(target, { recursive: true, force: true })
    const virtual = this.host.absolute(path, this.cwd)
    if (await this.host.disk.exists(virtual)) await this.copyAll(virtual, target, 0)
    else await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return target
  }

  /** Writes a text in the place of a file of the machine. */
  async write(path: string, text: string): Promise<string> {
    const target = this.of(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, text, { mode: 0o600 })
    return target
  }

  /** Gives the machine what was written to the copy of a directory. */
  async takeBack(path: string): Promise<void> {
    await this.takeAll(this.of(path), this.host.absolute(path, this.cwd))
  }

  /** A relative path that may stay as it was typed, so that messages name it so; else the copy. */
  shown(path: string): string {
    const inside = !path.startsWith('/') && `${join(this.root, this.cwd, path)}/`.startsWith(`${this.root}/`)
    return inside ? path : this.of(path)
  }

  private of(path: string): string {
    return join(this.root, this.host.absolute(path, this.cwd))
  }

  /** Links are followed on the machine's disk, and none is made. @param depth of a link that leads to its own folder */
  private async copyAll(virtual: string, target: string, depth: number): Promise<void> {
    const { disk } = this.host
    if (depth > 64) throw new Error(`${virtual}: too many levels of directories`)
    const stat = await disk.stat(virtual)
    if (stat.isDirectory) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      for (const name of await disk.readdir(virtual))
        await this.copyAll(`${virtual.replace(/\/$/, '')}/${name}`, join(target, name), depth + 1)
      return
    }
    if (!stat.isFile) return
    const content = await disk.readFileBuffer(virtual)
    this.bytes += content.length
    if (this.bytes > most.bytes || ++this.files > most.files)
      throw new Error(`${virtual}: more than ${most.bytes >> 20} MiB or ${most.files} files for one command`)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, content, { mode: 0o600 })
  }

  private async takeAll(target: string, virtual: string): Promise<void> {
    for (const name of await readdir(target).catch(() => [])) {
      const path = join(target, name)
      const stat = await lstat(path)
      if (stat.isDirectory()) await this.takeAll(path, `${virtual}/${name}`)
      else if (stat.isFile()) await this.host.writeFile(`${virtual}/${name}`, await readFile(path, 'utf8'))
    }
  }
}
