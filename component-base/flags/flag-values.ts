/** The value of a flag. Durations are milliseconds. */
export type FlagValue =
  | boolean
  | number
  | string
  | number[]
  | string[]
  | ReadonlyMap<string, string>
  | ReadonlyMap<string, boolean>
  | ReadonlyMap<string, string[]>
  | { base: number; size: number }
  | undefined

/** The values of a command line by flag. The typed getters take the value to answer where the release has no such flag. */
export class FlagValues {
  private readonly own: ReadonlyMap<string, FlagValue>
  private readonly defaults: ReadonlyMap<string, FlagValue>

  /** @param defaults of all flags of which `own` has no value; one map for all command lines of a program */
  constructor(own: ReadonlyMap<string, FlagValue>, defaults: ReadonlyMap<string, FlagValue>) {
    this.own = own
    this.defaults = defaults
  }
  /** True where the release defines the flag, set or not. */
  defined(name: string): boolean {
    return this.own.has(name) || this.defaults.has(name)
  }
  get(name: string): FlagValue {
    return this.own.has(name) ? this.own.get(name) : this.defaults.get(name)
  }
  bool(name: string, otherwise = false): boolean {
    const value = this.get(name)
    return typeof value === 'boolean' ? value : otherwise
  }
  number(name: string, otherwise = 0): number {
    const value = this.get(name)
    return typeof value === 'number' ? value : otherwise
  }
  /** Milliseconds. */
  duration(name: string, otherwise = 0): number {
    return this.number(name, otherwise)
  }
  string(name: string, otherwise = ''): string {
    const value = this.get(name)
    return typeof value === 'string' ? value : otherwise
  }
  strings(name: string): string[] {
    const value = this.get(name)
    return Array.isArray(value) ? value.map(String) : []
  }
  /** mapStringString, configurationMap, stringToString. */
  map(name: string): ReadonlyMap<string, string> {
    const value = this.get(name)
    return value instanceof Map ? (value as ReadonlyMap<string, string>) : new Map()
  }
  /** mapStringBool. */
  boolMap(name: string): ReadonlyMap<string, boolean> {
    const value = this.get(name)
    return value instanceof Map ? (value as ReadonlyMap<string, boolean>) : new Map()
  }
  /** colonSeparatedMultimapStringString; the empty key holds what had no prefix. */
  multimap(name: string): ReadonlyMap<string, string[]> {
    const value = this.get(name)
    return value instanceof Map ? (value as ReadonlyMap<string, string[]>) : new Map()
  }
  portRange(name: string): { base: number; size: number } {
    const value = this.get(name)
    return typeof value === 'object' && 'base' in value ? value : { base: 0, size: 0 }
  }
  names(): string[] {
    return [...new Set([...this.own.keys(), ...this.defaults.keys()])].sort()
  }
}
