// Outputs are untrusted: no character of them is markup, and none of them hides another.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be made visible
const controls = /[\x00-\x08\x0b-\x1f\x7f]/g
/** Characters that reorder a line (CVE-2021-42574) or have no width. */
const invisible = /[\x80-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

/** Text for an element or a quoted attribute; control and invisible characters become visible ones. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(controls, (c) => (c === '\x7f' ? '␡' : String.fromCharCode(0x2400 + c.charCodeAt(0))))
    .replace(invisible, (c) => `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/[&<>"']/g, (c) => entities[c]!)
}

/** Prose of a document's title: `code` spans as such. */
export const escapeProse = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
