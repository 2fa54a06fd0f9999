// Texts of documents and outputs are a stranger's: nothing in them acts on a terminal or a page, and nothing hides.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be made visible
const controls = /[\x00-\x08\x0b-\x1f\x7f]/g
/**
 * Characters that have no width, that reorder a line (CVE-2021-42574) or break it, that some terminals take for an escape
 * sequence, and those that are no text at all.
 */
export const invisible =
  /[\x80-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/**
 * The mark of a command for those who read logs, anywhere in a line, up to its bracket: `##vso[task.setvariable …]` of Azure Pipelines,
 * `##teamcity[…]`. Without a name it is one of GitHub's runners, which are told to read none.
 */
const commandMark = /##(?=[a-z]+\[)/gi

/** Control and invisible characters as ones that are seen: `␛`, `[U+202E]`. Tabs and ends of lines stay; `##vso[` is `## vso[`. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(controls, (c) => (c === '\x7f' ? '␡' : String.fromCharCode(0x2400 + c.charCodeAt(0))))
    .replace(invisible, (c) => `[U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(commandMark, '## ')

/** The text in one line, with control characters made visible: line breaks too. */
export const visibleLine = (text: string): string => visibleText(text).replaceAll('\n', '␊')
