// Flag values that only Kubernetes' components have.
import { parseIP } from '../go/net.ts'
import { atoi, parseBool, parseUnsigned } from '../go/numbers.ts'
import { goQuote } from '../go/quote.ts'

/**
 * A `--tls-sni-cert-key` value in the form in which it is printed again. Throws with upstream's text where it is malformed.
 * Upstream: component-base/cli/flag/namedcertkey_flag.go
 */
export function parseNamedCertKey(text: string): string {
  const colon = text.indexOf(':')
  const names = colon < 0 ? undefined : text.slice(colon + 1).trim()
  if (names === '') throw new Error('empty names list is not allowed')
  const files = (colon < 0 ? text : text.slice(0, colon)).trim().split(',')
  if (files.length !== 2) throw new Error('expected comma separated certificate and key file paths')
  const list = names?.split(',').map((n) => n.trim())
  return `${files.map((f) => f.trim()).join(',')}${list === undefined ? '' : `:${list.join(',')}`}`
}

/** The items of --vmodule, each `pattern=N`. Throws with upstream's text. Upstream: component-base/logs/api/v1/pflags.go */
export function parseVModule(text: string): string[] {
  return text
    .split(',')
    .filter((item) => item !== '')
    .map((item) => {
      const [pattern, level, more] = item.split('=')
      if (!pattern || !level || more !== undefined)
        throw new Error(`${goQuote(item)} does not have the pattern=N format`)
      try {
        return `${pattern}=${parseUnsigned(level, 10, 31)}`
      } catch (error) {
        throw new Error(`parsing verbosity in ${goQuote(item)}: ${(error as Error).message}`)
      }
    })
}

const quantityForm = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)((?:[KMGTPE]i)|[numkMGTPE]|[eE][+-]?[0-9]+)?$/

/** The text of a flag that holds a quantity; throws for any other text. Upstream: apimachinery resource.QuantityValue */
export function checkQuantity(text: string): string {
  if (quantityForm.test(text)) return text
  const form = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
  throw new Error(
    new RegExp(form).test(text)
      ? "unable to parse quantity's suffix"
      : `quantities must match the regular expression '${form}'`,
  )
}

/**
 * The text of --version: `true`, `false`, `raw` or a version that begins with v. Throws for any other text.
 * Upstream: component-base/version/verflag
 */
export function parseVersionFlag(text: string): string {
  if (text === 'raw' || text.startsWith('v')) return text
  return String(parseBool(text))
}

/** The text of a flag that holds an IP address; throws for any other text. Upstream: pkg/util/flag IPVar */
export function checkIP(text: string): string {
  if (text !== '' && parseIP(text, { sloppy: true }) === undefined)
    throw new Error(`${goQuote(text)} is not a valid IP address`)
  return text
}

/**
 * The items of --reserved-memory: `0:memory=1Gi,hugepages-2Mi=1Gi;1:…`. Throws with upstream's text.
 * Upstream: pkg/util/flag ReservedMemoryVar
 */
export function parseReservedMemory(text: string, words: ReservationWords = newWords): string[] {
  if (text === '') return []
  const expected = 'expected numaNodeID:type=quantity[,type=quantity...], got'
  return text.split(';').map((reservation) => {
    const parts = reservation.split(':')
    if (parts.length !== 2)
      throw new Error(`the reserved memory has incorrect format, ${expected} ${reservation}`)
    try {
      atoi(parts[0]!)
    } catch {
      throw new Error(`failed to convert the NUMA node ID, ${words.expected} integer, got ${parts[0]}`)
    }
    for (const limit of parts[1]!.split(',')) checkMemoryLimit(limit, words)
    return reservation
  })
}

/** A release's words in errors about --reserved-memory. */
export interface ReservationWords {
  expected: string
  quantity: string
  /** The words before a text that is no amount. */
  badAmount: string
}

const newWords: ReservationWords = {
  expected: 'expected',
  quantity: 'quantity',
  badAmount: 'failed to parse the quantity: ',
}

/** The words of releases that misspelled them. */
export const misspelledWords: ReservationWords = {
  expected: 'exptected',
  quantity: 'quantatity',
  badAmount: 'failed to parse the quantatity, expected quantatity, got ',
}

function checkMemoryLimit(limit: string, { quantity, badAmount }: ReservationWords): void {
  const [name, amount, more] = limit.split('=')
  if (amount === undefined || more !== undefined) {
    throw new Error(`the reserved limit has incorrect value, expected type=${quantity}, got ${limit}`)
  }
  if (name !== 'memory' && !name!.startsWith('hugepages-')) {
    throw new Error(`memory type conversion error, unknown type: ${goQuote(name!)}`)
  }
  try {
    checkQuantity(amount)
  } catch {
    throw new Error(`${badAmount}${amount}`)
  }
}
