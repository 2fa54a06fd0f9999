import { visibleText } from './visible-text.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or a quoted attribute of HTML and XML, whatever is in it. */
export const escapeMarkup = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (c) => entities[c]!)

/** Prose of a document's title: `code` spans as such. */
export const escapeProse = (text: string): string =>
  escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')
