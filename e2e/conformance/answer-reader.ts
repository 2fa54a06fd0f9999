// The other side's half of HTTP/1.1 (RFC 9112): an answer in the bytes of a connection.

/** Names and values in turn, as they came. */
export type RawHeaders = string[]

/** What an answer may hold of bytes before its body. */
const longestHead = 1 << 20
const noBytes = Buffer.alloc(0)
/** Two bytes that end a line. */
const lineEnd = '\r\n'

/** How the end of the body is known. */
type Part = 'head' | 'length' | 'chunk size' | 'chunk' | 'chunk end' | 'trailer' | 'until closed' | 'all'

/** Reads one answer to a request with the method, as its bytes come. `push` throws an Error at what is no HTTP. */
export class AnswerReader {
  status = 0
  readonly rawHeaders: RawHeaders = []
  /** The values by names in small letters; those of repeated headers are joined, as Node's client has them. */
  readonly headers: Record<string, string> = {}
  readonly body: Buffer[] = []
  /** Line ends in the body so far. */
  lines = 0
  private part: Part = 'head'
  private rest: Buffer = noBytes
  /** Bytes of the body or of the chunk that are still to come. */
  private left = 0

  private readonly method: string
  private readonly countsLines: boolean

  constructor(method: string, countsLines: boolean) {
    this.method = method
    this.countsLines = countsLines
  }

  /** Whether all of the answer has come. */
  get isWhole(): boolean {
    return this.part === 'all'
  }

  /** Whether the head has come. */
  get hasHead(): boolean {
    return this.part !== 'head'
  }

  /** Whether the connection can be asked again after it. */
  get keepsConnection(): boolean {
    return this.isWhole && !/\bclose\b/i.test(this.headers['connection'] ?? '')
  }

  push(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    while (this.step()) {
      // Reads on.
    }
    if (this.isWhole && this.rest.length > 0) throw new Error('bytes came after the answer')
  }

  /** The other side has closed. Whether the answer ends so. */
  closed(): boolean {
    if (this.part === 'until closed') this.part = 'all'
    return this.isWhole
  }

  /** Reads a part. False when more bytes are needed, or none. */
  private step(): boolean {
    switch (this.part) {
      case 'head':
        return this.head()
      case 'length':
        return this.take() && this.ended()
      case 'chunk size':
        return this.chunkSize()
      case 'chunk':
        return this.take() && this.goOn('chunk end')
      case 'chunk end':
        if (this.rest.length < 2) return false
        if (this.line() !== '') throw new Error('a chunk is longer than its size')
        return this.goOn('chunk size')
      case 'trailer': {
        const line = this.line()
        if (line === undefined) return false
        return line === '' ? this.ended() : true
      }
      case 'until closed':
        this.left = this.rest.length
        this.take()
        return false
      case 'all':
        return false
    }
  }

  private goOn(part: Part): boolean {
    this.part = part
    return true
  }

  private ended(): boolean {
    this.part = 'all'
    return false
  }

  /** The next line, without its end; undefined where it has not come yet. */
  private line(): string | undefined {
    const end = this.rest.indexOf(lineEnd)
    if (end === -1) return undefined
    const text = this.rest.toString('latin1', 0, end)
    this.rest = this.rest.subarray(end + 2)
    return text
  }

  private head(): boolean {
    const end = this.rest.indexOf('\r\n\r\n')
    if (end === -1) {
      if (this.rest.length > longestHead) throw new Error('the head of an answer does not end')
      return false
    }
    const [first, ...lines] = this.rest.toString('latin1', 0, end).split(lineEnd)
    this.rest = this.rest.subarray(end + 4)
    const status = /^HTTP\/1\.1 (\d{3})(?: .*)?$/.exec(first!)?.[1]
    if (status === undefined) throw new Error(`no status line: ${first}`)
    this.status = Number(status)
    // Another answer follows.
    if (this.status < 200 && this.status !== 101) return true
    for (const line of lines) this.header(line)
    return this.startBody()
  }

  private header(line: string): void {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    if (colon < 1 || !isToken.test(name)) throw new Error(`no header: ${line}`)
    const value = line.slice(colon + 1).trim()
    this.rawHeaders.push(name, value)
    const key = name.toLowerCase()
    const before = this.headers[key]
    if (before === undefined) this.headers[key] = value
    else if (!single.has(key)) this.headers[key] = `${before}, ${value}`
  }

  private startBody(): boolean {
    const { 'transfer-encoding': coding, 'content-length': length } = this.headers
    if (this.method === 'HEAD' || this.status === 101 || this.status === 204 || this.status === 304)
      return this.ended()
    if (coding !== undefined) {
      if (coding !== 'chunked' || length !== undefined) throw new Error('two lengths of one answer')
      return this.goOn('chunk size')
    }
    if (length === undefined) return this.goOn('until closed')
    if (!/^\d+$/.test(length)) throw new Error(`no length: ${length}`)
    this.left = Number(length)
    return this.left === 0 ? this.ended() : this.goOn('length')
  }

  private chunkSize(): boolean {
    const line = this.line()
    if (line === undefined) return false
    if (!/^[\da-f]+$/i.test(line)) throw new Error(`no size of a chunk: ${line}`)
    this.left = Number.parseInt(line, 16)
    return this.goOn(this.left === 0 ? 'trailer' : 'chunk')
  }

  /** Takes what has come of the bytes that are left. Whether that is all of them. */
  private take(): boolean {
    const taken = this.rest.length > this.left ? this.rest.subarray(0, this.left) : this.rest
    this.rest = this.rest.subarray(taken.length)
    this.left -= taken.length
    if (taken.length > 0) this.body.push(taken)
    if (this.countsLines) for (const byte of taken) if (byte === 10) this.lines++
    return this.left === 0
  }
}

const isToken = /^[\w!#$%&'*+.^`|~-]+$/
/** Of which Node's client keeps the first. */
const single = new Set(['content-length', 'content-type', 'etag', 'last-modified', 'location', 'retry-after'])
