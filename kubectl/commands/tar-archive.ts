// The archives that kubectl cp sends and reads. Upstream: archive/tar (USTAR, and the long names of GNU and PAX)

/** A file or folder of an archive. Folders have no content. */
export interface TarEntry {
  /** Without a slash at its beginning. */
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link'
  readonly content: Buffer
  /** Of a link. */
  readonly target: string
}

const block = 512
/** Places and lengths of fields in a header. */
const [nameAt, sizeAt, sumAt, kindAt, linkAt, prefixAt] = [0, 124, 148, 156, 157, 345] as const

/** The archive of files and folders. */
export function packTar(entries: readonly Pick<TarEntry, 'name' | 'kind' | 'content'>[]): Buffer {
  const parts = entries.flatMap(({ name, kind, content }) => {
    const bytes = Buffer.from(name)
    const long =
      bytes.length < 100
        ? []
        : [header('././@LongLink', 'L', bytes.length + 1), padded(Buffer.concat([bytes, Buffer.alloc(1)]))]
    return [...long, header(name, kind === 'folder' ? '5' : '0', content.length), padded(content)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function header(name: string, kind: string, size: number): Buffer {
  const head = Buffer.alloc(block)
  head.write(name.slice(0, 99), nameAt)
  head.write(kind === '5' ? '0000755\0' : '0000644\0', 100)
  head.write('0000000\u00000000000\0', 108)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt)
  head.write('00000000000\0', 136)
  head.write(' '.repeat(8), sumAt)
  head.write(kind, kindAt)
  head.write('ustar\u000000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, sumAt)
  return head
}

const padded = (content: Buffer): Buffer =>
  Buffer.concat([content, Buffer.alloc((block - (content.length % block)) % block)])

/** What an archive holds, in its order; an archive that is cut off ends where it is. */
export function unpackTar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = []
  let longName: string | undefined
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const field = (from: number, length: number): string =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*/s, '')
    const size = Number.parseInt(field(sizeAt, 12), 8) || 0
    const content = archive.subarray(at + block, at + block + size)
    const kind = String.fromCharCode(archive[at + kindAt]!)
    const prefix = field(257, 5) === 'ustar' ? field(prefixAt, 155) : ''
    const name = longName ?? (prefix === '' ? field(nameAt, 100) : `${prefix}/${field(nameAt, 100)}`)
    longName = undefined
    at += block + Math.ceil(size / block) * block
    if (kind === 'L') longName = content.toString().replace(/\0.*/s, '')
    else if (kind === 'x') longName = /(?:^|\n)\d+ path=(.*)\n/.exec(content.toString())?.[1]
    else if (kind === '5') entries.push({ name, kind: 'folder', content: Buffer.alloc(0), target: '' })
    else if (kind === '2')
      entries.push({ name, kind: 'link', content: Buffer.alloc(0), target: field(linkAt, 100) })
    else if (kind === '0' || kind === '\0') entries.push({ name, kind: 'file', content, target: '' })
  }
  return entries
}
