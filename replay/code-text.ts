/** A fenced or indented block as it is written. */
export interface CodeText {
  kind: 'code'
  /** Its language in small letters; '' where it names none. */
  lang: string
  meta: string
  /** What opens it; '' for an indented one. */
  fence: string
  /** The document's line of `lines[0]`. */
  line: number
  lines: string[]
}
