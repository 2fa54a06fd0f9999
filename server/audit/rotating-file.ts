// Upstream: gopkg.in/natefinch/lumberjack.v2 (lumberjack.go), apiserver/pkg/server/options/audit.go (getWriter)
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { LineWriter } from './log-backend.ts'

/** The limits of a log file's rotation: the flags --audit-log-max… and --audit-log-compress. */
export interface Rotation {
  /** Megabytes; 0: the default, 100. */
  readonly maxSize: number
  /** Days that old files are kept; 0: for ever. */
  readonly maxAge: number
  /** Old files that are kept; 0: all. */
  readonly maxBackups: number
  readonly compress: boolean
  readonly now: () => number
}

const megabyte = 1024 * 1024
const defaultMegabytes = 100
const dayMs = 24 * 60 * 60 * 1000

/** Standard output. */
export const standardOutput: LineWriter = { write: (line) => void writeSync(1, line), close() {} }

/** A file that is appended to, and renamed to `NAME-TIME.EXT` when it is full. Throws where it cannot be opened. */
export class RotatingFile implements LineWriter {
  private readonly path: string
  private readonly rotation: Rotation
  private readonly max: number
  private fd: number
  private size: number
  /** The file was there before the server started, and nothing has been written to it yet. */
  private isOld: boolean

  constructor(path: string, rotation: Rotation) {
    this.path = path
    this.rotation = rotation
    this.max = (rotation.maxSize || defaultMegabytes) * megabyte
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.fd = openSync(path, 'a', 0o600)
    this.size = fstatSync(this.fd).size
    this.isOld = this.size > 0
    this.clean()
  }

  write(line: string): void {
    const bytes = Buffer.from(line)
    const { max } = this
    if (bytes.length > max) throw new Error(`write length ${bytes.length} exceeds maximum file size ${max}`)
    const after = this.size + bytes.length
    if (this.isOld ? after >= max : after > max) this.rotate()
    this.isOld = false
    for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at)
    this.size += bytes.length
  }

  close(): void {
    closeSync(this.fd)
  }

  private rotate(): void {
    closeSync(this.fd)
    const { now } = this.rotation
    const [prefix, extension] = this.names()
    const time = new Date(now()).toISOString().replace('Z', '').replaceAll(':', '-')
    const backup = join(dirname(this.path), `${prefix}${time}${extension}`)
    renameSync(this.path, backup)
    this.fd = openSync(this.path, 'a', 0o600)
    this.size = 0
    this.clean()
  }

  /** The prefix and suffix of the names of rotated files. */
  private names(): [string, string] {
    const extension = extname(this.path)
    return [`${basename(this.path, extension)}-`, extension]
  }

  /** Removes old files that are too many or too old, and compresses the others. */
  private clean(): void {
    const { maxAge, maxBackups, compress, now } = this.rotation
    if (maxBackups === 0 && maxAge === 0 && !compress) return
    const late = (time: number): boolean => maxAge > 0 && time < now() - maxAge * dayMs
    const kept = new Set<string>()
    for (const { name, time } of this.backups()) {
      const path = join(dirname(this.path), name)
      kept.add(name.replace(/\.gz$/, ''))
      if ((maxBackups > 0 && kept.size > maxBackups) || late(time)) unlinkSync(path)
      else if (compress && !name.endsWith('.gz')) compressFile(path)
    }
  }

  /** The old files, the newest first. */
  private backups(): { name: string; time: number }[] {
    const [prefix, extension] = this.names()
    return readdirSync(dirname(this.path))
      .filter(
        (name) => name.startsWith(prefix) && (name.endsWith(extension) || name.endsWith(`${extension}.gz`)),
      )
      .map((name) => ({ name, time: timeOf(name.slice(prefix.length)) }))
      .filter(({ time }) => !Number.isNaN(time))
      .sort((a, b) => b.time - a.time)
  }
}

/** The time in `2026-11-23T10-03-43.123.log`. */
function timeOf(text: string): number {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})/.exec(text) ?? []
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`)
}

function compressFile(path: string): void {
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)), { mode: 0o600 })
  unlinkSync(path)
}
