// How each kind of flag reads its text and what a repeated flag does: the last wins, lists append, maps merge.
// Upstream: github.com/spf13/pflag and component-base/cli/flag
import { readCsvRecord } from '../go/csv.ts'
import { parseDuration } from '../go/duration.ts'
import { checkIPPort, checkPortRange, parseCIDR, parseIP, parsePortRange } from '../go/net.ts'
import { parseBool, parseFloatNumber, parseInteger, parseUnsigned } from '../go/numbers.ts'
import { goQuote } from '../go/quote.ts'
import {
  checkIP,
  checkQuantity,
  misspelledWords,
  parseNamedCertKey,
  parseReservedMemory,
  parseVersionFlag,
  parseVModule,
} from './component-values.ts'
import type { FlagValue } from './flag-values.ts'
import { noTraceLocation, parseModuleSpec, parseSeverity, parseTraceLocation } from './klog-values.ts'
import {
  addConfiguration,
  addMultimap,
  addStringBools,
  addStringStrings,
  addStringToString,
  addUnsplitPair,
} from './map-values.ts'

/** The rules of a flag type, as pflag's Value interface has them: how a text is set, and the zero value. */
export interface ValueType {
  /** The value after one more occurrence; `before`, undefined at the first, may be added to. Throws an Error with Go's text. */
  set: (before: FlagValue, text: string) => FlagValue
  /** The value of a flag that nobody set and that has no default. */
  zero: () => FlagValue
  /** The text that the flag alone, without a value, stands for. */
  noOptDefault?: string
}

const scalar = (parse: (text: string) => FlagValue, zero: FlagValue, noOptDefault?: string): ValueType => ({
  set: (_before, text) => parse(text),
  zero: () => zero,
  ...(noOptDefault === undefined ? {} : { noOptDefault }),
})
const list = <T extends string | number>(parse: (text: string) => T[]): ValueType => ({
  set: (before, text) => {
    const own = (before as T[] | undefined) ?? []
    for (const one of parse(text)) own.push(one)
    return own as FlagValue
  },
  zero: () => [],
})
const map = <V>(add: (map: Map<string, V>, text: string) => void): ValueType => ({
  set: (before, text) => {
    const own = (before as Map<string, V> | undefined) ?? new Map<string, V>()
    add(own, text)
    return own as FlagValue
  },
  zero: () => new Map<string, V>() as FlagValue,
})

const csv = (text: string): string[] => (text === '' ? [] : readCsvRecord(text))
const integer = (bits: number): ValueType => scalar((text) => Number(parseInteger(text, 0, bits)), 0)

function parseFlagIP(text: string): string {
  const ip = text === '' ? '' : parseIP(text.trim())
  if (ip === undefined) throw new Error(`failed to parse IP: ${goQuote(text)}`)
  return ip
}

/** Parses an IP address as pflag up to 1.0.5 did: an empty text is an error. */
function parseIPNotEmpty(text: string): string {
  if (text === '') throw new Error('failed to parse IP: ""')
  return parseFlagIP(text)
}

function parseSourceCIDRs(text: string): string[] {
  for (const cidr of text.split(',')) parseCIDR(cidr, { sloppy: true })
  return text.split(',')
}

/** A flag of Go's own package, whose errors tell no details. */
const ofGo =
  <T>(parse: (text: string) => T) =>
  (text: string): T => {
    try {
      return parse(text)
    } catch (error) {
      const isRange = (error as Error).message.endsWith(': value out of range')
      throw new Error(isRange ? 'value out of range' : 'parse error')
    }
  }

/** `raw`, or a bool. */
const parseBoolVersion = (text: string): string => (text === 'raw' ? text : String(parseBool(text)))

const types: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['bool', scalar(parseBool, false, 'true')],
  ['RuntimeDefault', scalar(parseBool, false, 'true')],
  ['int', integer(64)],
  ['int32', integer(32)],
  ['uint', scalar((text) => Number(parseUnsigned(text, 0, 64)), 0)],
  ['float', scalar((text) => parseFloatNumber(text, 64), 0)],
  ['float32', scalar((text) => parseFloatNumber(text, 32), 0)],
  ['duration', scalar(parseDuration, 0)],
  ['string', scalar((text) => text, '')],
  ['strings', list(csv)],
  ['stringArray', list((text) => [text])],
  ['int32Slice', list((text) => text.split(',').map((t) => Number(parseInteger(t, 0, 32))))],
  ['ip', scalar(parseFlagIP, '')],
  ['ipNotEmpty', scalar(parseIPNotEmpty, '')],
  ['componentIP', scalar(checkIP, '')],
  ['ipport', scalar(checkIPPort, '')],
  ['cidrs', { set: (_before, text) => parseSourceCIDRs(text), zero: () => [] }],
  ['portRange', scalar((text) => parsePortRange(text), { base: 0, size: 0 })],
  ['port-range', scalar(checkPortRange, '')],
  ['quantity', scalar(checkQuantity, '')],
  ['Level', scalar((text) => Number(parseUnsigned(text, 10, 31)), 0)],
  ['signedLevel', scalar((text) => Number(parseInteger(text, 10, 32)), 0)],
  ['go:bool', scalar(ofGo(parseBool), false, 'true')],
  ['go:duration', scalar(ofGo(parseDuration), 0)],
  [
    'go:int',
    scalar(
      ofGo((text) => Number(parseInteger(text, 0, 64))),
      0,
    ),
  ],
  [
    'go:uint',
    scalar(
      ofGo((text) => Number(parseUnsigned(text, 0, 64))),
      0,
    ),
  ],
  ['pattern=N,...', list(parseVModule)],
  ['moduleSpec', list(parseModuleSpec)],
  ['severity', scalar(parseSeverity, 0)],
  ['traceLocation', scalar(parseTraceLocation, noTraceLocation)],
  ['version[=true]', scalar(parseVersionFlag, 'false', 'true')],
  ['boolVersion', scalar(parseBoolVersion, 'false', 'true')],
  ['namedCertKey', list((text) => [parseNamedCertKey(text)])],
  ['reserved-memory', list((text) => parseReservedMemory(text))],
  ['reservedMemory', list((text) => parseReservedMemory(text, misspelledWords))],
  ['mapStringBool', map(addStringBools)],
  ['mapStringString', map<string>((m, text) => addStringStrings(m, text))],
  ['mapStringStringNoSplit', map(addUnsplitPair)],
  ['langleMapStringString', map<string>((m, text) => addStringStrings(m, text, '<'))],
  ['configurationMap', map(addConfiguration)],
  ['stringToString', map(addStringToString)],
  ['colonSeparatedMultimapStringString', map<string[]>((m, text) => addMultimap(m, text, false))],
  ['componentMultimap', map<string[]>((m, text) => addMultimap(m, text, true))],
])

/** The rules of a flag type; a type that is not in the table (LocalMode, []v1.Taint) holds text. */
export const valueType = (type: string): ValueType => types.get(type) ?? types.get('string')!

/** Whether the table has rules for a flag type, by the name that recorded flags give it. */
export const isKnownType = (type: string): boolean => types.has(type)
