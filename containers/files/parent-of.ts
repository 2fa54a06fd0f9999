import { trimRight } from '../../component-base/go/quote.ts'

/** The path of the folder that a file is in, without a slash at its end; empty for one in the root, and for a name alone. */
export function parentOf(path: string): string {
  const own = trimRight(path, '/')
  return trimRight(own.slice(0, Math.max(own.lastIndexOf('/'), 0)), '/')
}
