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

/** The defaults of a program's flags: those that nobody can change, and how the others are made for each command line that asks. */
export interface FlagDefaults {
  readonly plain: ReadonlyMap<string, FlagValue>
  readonly madeAnew: ReadonlyMap<string, () => FlagValue>
}

/** The values of a command line by flag. The typed getters take the value to answer where the release has no such flag. */
export class FlagValues {
  private readonly own: Map<string, FlagValue>
  private readonly defaults: FlagDefaults

  /** @param own what the command line gives; @param defaults one object for all command lines of a program */
  constructor(own: Map<string, FlagValue>, defaults: FlagDefaults) {
    this.own = own
    this.defaults = defaults
  }
  /** True where the release defines the flag, set or not. */
  defined(name: string): boolean {
    return this.defaults.plain.has(name) || this.defaults.madeAnew.has(name)
  }
  get(name: string): FlagValue {
    if (this.own.has(name)) return this.own.get(name)
    const make = this.defaults.madeAnew.get(name)
    if (make === undefined) return this.defaults.plain.get(name)
    const value = make()
    this.own.set(name, value)
    return value
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
    return [...this.defaults.plain.keys(), ...this.defaults.madeAnew.keys()].sort()
  }
}
