import type { Verdict } from './model.ts'

const marks: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  failed: '✗',
  blocked: '■',
  skipped: '–',
  unsupported: '○',
}

/** The verdict as a word with a mark: colour alone tells nothing. */
export const badge = (verdict: Verdict): string =>
  `<span class="badge ${verdict}"><span aria-hidden="true">${marks[verdict]} </span>${verdict}</span>`
