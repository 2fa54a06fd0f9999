import type { besideDocument } from '../../replay/beside-document.ts'
import type { parseDocument } from '../../replay/document.ts'
import type { selectSections } from '../../replay/select-sections.ts'

/** The project's own reading of documents. */
export function ownReading(): Promise<{
  besideDocument: typeof besideDocument
  parseDocument: typeof parseDocument
  selectSections: typeof selectSections
}>
