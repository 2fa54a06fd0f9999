import { ExitError } from '../exit-error.ts'

/** The forms of `--write-out`. */
export const formats = ['simple', 'json', 'fields', 'table', 'protobuf'] as const
/** A form of `--write-out`. */
export type Format = (typeof formats)[number]

/** The form of `--write-out`. Throws etcdctl's ExitError where there is no such form. */
export function formatOf(text: string): Format {
  const known = formats.find((format) => format === text)
  if (known === undefined) throw new ExitError('badFeature', 'unsupported output format')
  return known
}

/** A command that has no such form. */
export const unsupported = (format: Format): ExitError =>
  new ExitError('badFeature', `${format} not supported as output format`)
