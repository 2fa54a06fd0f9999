// The target of a request as Go reads it. Upstream: net/url (parse, parseQuery, unescape)

const escapes = /%([0-9A-Fa-f]{2})/g
const badEscape = /%(?![0-9A-Fa-f]{2})/

/** A query as Go's net/url reads it: parts with a semicolon or a bad escape are left out. */
export const parseQuery = (text: string): URLSearchParams =>
  text === ''
    ? new URLSearchParams()
    : new URLSearchParams(
        text
          .split('&')
          .filter((part) => !part.includes(';') && !badEscape.test(part))
          .join('&'),
      )

/** A path without escapes; bytes that are no UTF-8 become U+FFFD. Undefined where an escape is none. */
export function decodePath(text: string): string | undefined {
  if (!text.includes('%')) return text
  if (badEscape.test(text)) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return Buffer.from(
      text.replace(escapes, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8')
  }
}

/** The target without scheme and host, which a client may name too. */
export const originForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*(?=\/|\?|$)/i, '') || '/'

/**
 * What follows the authority in the target of a CONNECT; undefined where its port is none. Upstream: net/http (readRequest: justAuthority)
 */
export function afterAuthority(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const [authority] = /^[^/?]*/.exec(target)!
  const port = authority
    .slice(authority.lastIndexOf(']') + 1)
    .split(':')
    .at(-1)!
  if (authority.includes(':') && !/^\d*$/.test(port)) return undefined
  return target.slice(authority.length)
}
