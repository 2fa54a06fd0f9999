// Upstream: github.com/moby/spdystream/spdy (read.go, write.go, dictionary.go), SPDY/3.1 2.6.10
import { constants, inflateRawSync } from 'node:zlib'

/** Headers of a stream: lower-case names, one value each. */
export type SpdyHeaders = ReadonlyMap<string, string>

/** A peer that does not speak SPDY/3.1, or means harm: its connection ends. */
export class SpdyError extends Error {}

const words =
  'options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow authorization cache-control connection content-base content-encoding content-language content-length content-location content-md5 content-range content-type date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning www-authenticate method get status|200 OK|version|HTTP/1.1|url public set-cookie keep-alive origin'
const numbers = '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505'
const phrases =
  '203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service Unavailable'
const values =
  'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.'

const wordsOfDictionary = words.split('|').flatMap((part) => (part === '200 OK' ? [part] : part.split(' ')))

/** The zlib dictionary that SPDY/3.1 gives both sides. */
export const dictionary = Buffer.concat([
  ...wordsOfDictionary.map((word) => lengthThen(Buffer.from(word))),
  Buffer.from(numbers + phrases + values),
])

/** Bytes of what is told of a stream, and of the whole of it unpacked. */
const maxHeaders = 16 * 1024
/** The window of deflate, in bytes. */
const window = 32 * 1024

/** An empty stored block, as a flush ends: readers give out what they have when they see it, and wait for more before. */
const flush = Buffer.from([0, 0, 0, 0xff, 0xff])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function lengthThen(bytes: Buffer): Buffer {
  return Buffer.concat([uint32(bytes.length), bytes])
}

/** Writes the header blocks of one connection: stored, not deflated, since a name or two gain nothing. */
export class HeaderWriter {
  private begun = false

  block(headers: SpdyHeaders): Buffer {
    const pairs = [...headers].flatMap(([name, value]) => [name.toLowerCase(), value])
    const plain = Buffer.concat([uint32(headers.size), ...pairs.map((text) => lengthThen(Buffer.from(text)))])
    if (plain.length > maxHeaders) throw new SpdyError('the headers of a stream are too long')
    const stored = Buffer.alloc(5)
    stored.writeUInt16LE(plain.length, 1)
    stored.writeUInt16LE(plain.length ^ 0xffff, 3)
    const zlibHead = this.begun ? [] : [Buffer.from([0x78, 0x01])]
    this.begun = true
    return Buffer.concat([...zlibHead, stored, plain, flush])
  }
}

/** Reads the header blocks of one connection, which are one stream of zlib, flushed after each block. */
export class HeaderReader {
  private seen: Buffer | undefined

  /** @throws SpdyError */
  headers(block: Buffer): SpdyHeaders {
    const packed = this.seen === undefined ? this.begin(block) : block
    return pairsOf(this.unpack(packed))
  }

  private begin(block: Buffer): Buffer {
    if (block.length < 2 || (block[0]! & 15) !== 8 || block.readUInt16BE(0) % 31 !== 0)
      throw new SpdyError('a header block is not packed by zlib')
    const named = (block[1]! & 0x20) !== 0
    this.seen = named ? dictionary : Buffer.alloc(0)
    return block.subarray(named ? 6 : 2)
  }

  private unpack(packed: Buffer): Buffer {
    const seen = this.seen!
    try {
      const plain = inflateRawSync(packed, {
        ...(seen.length === 0 ? {} : { dictionary: seen }),
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: maxHeaders,
      })
      this.seen = Buffer.concat([seen, plain]).subarray(-window)
      return plain
    } catch {
      throw new SpdyError('a header block cannot be unpacked')
    }
  }
}

function pairsOf(plain: Buffer): SpdyHeaders {
  let at = 0
  const number = (): number => {
    if (at + 4 > plain.length) throw new SpdyError('a header block ends early')
    at += 4
    return plain.readUInt32BE(at - 4)
  }
  const text = (): string => {
    const length = number()
    if (at + length > plain.length) throw new SpdyError('a header block ends early')
    at += length
    return plain.toString('utf8', at - length, at)
  }
  const headers = new Map<string, string>()
  // Each pair takes eight bytes at least: a count that lies ends with the block.
  for (let left = number(); left > 0; left--) {
    const name = text().toLowerCase()
    // Several values are told with NUL between them; the first one counts, as Go's Header.Get.
    headers.set(name, text().split('\0')[0]!)
  }
  return headers
}
