// Upstream: pkg/kubelet/logs/container_log_manager.go (a container's log is rotated at 10 MiB)
import type { CannotRun, ContainerOutput, OutputLine } from './node-containers.ts'

const mostBytes = 10 * 1024 * 1024
/** A line that is longer is kept in pieces, as container runtimes write it, so that its beginning can go. */
const mostOfLine = 16 * 1024

/** The output of a container, line by line, up to what the kubelet keeps: the oldest lines go first. */
export class ContainerLog implements ContainerOutput {
  readonly lines: OutputLine[] = []
  ended = false
  private bytes = 0
  private limit: CannotRun | undefined
  private readonly listeners = new Set<() => void>()
  private readonly readers = new Set<(stream: OutputLine['stream'], text: string) => void>()
  private readonly upToNow: () => Promise<void>

  /** @param upToNow resolves when the container has written what it had to write by now */
  constructor(upToNow: () => Promise<void>) {
    this.upToNow = upToNow
  }

  /** Throws CannotRun where what the container writes is not known. */
  async settled(): Promise<void> {
    await this.upToNow()
    if (this.limit !== undefined) throw this.limit
  }

  /** The program does from here on what is not simulated. */
  unknown(limit: CannotRun): void {
    this.limit = limit
  }

  /** @param at milliseconds since the epoch */
  write(at: number, stream: OutputLine['stream'], text: string): void {
    if (text === '' || this.ended) return
    for (const read of this.readers) read(stream, text)
    for (const piece of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) this.add({ at, stream, text: piece })
    this.tell()
  }

  private add(line: OutputLine): void {
    const last = this.lines.at(-1)
    this.bytes += line.text.length
    if (last !== undefined && last.stream === line.stream && goesOn(last))
      this.lines[this.lines.length - 1] = { ...last, text: last.text + line.text }
    else this.lines.push(line)
    if (this.bytes > mostBytes) this.dropOldest()
  }

  /** A quarter at a time, so that a container that writes much does not pay for each line. */
  private dropOldest(): void {
    let count = 0
    while (this.bytes > (mostBytes / 4) * 3 && count < this.lines.length - 1)
      this.bytes -= this.lines[count++]!.text.length
    this.lines.splice(0, count)
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    this.tell()
    this.listeners.clear()
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Calls back with what is written from now on. @returns what stops it */
  onWrite(read: (stream: OutputLine['stream'], text: string) => void): () => void {
    this.readers.add(read)
    return () => this.readers.delete(read)
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

const goesOn = ({ text }: OutputLine): boolean => text.length < mostOfLine && !text.endsWith('\n')
