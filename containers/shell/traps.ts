// What a shell does with signals: its traps, and what waits until the command in the foreground has ended.
import { SIGKILL, SIGSTOP, signalName, signalNames, signalNumber } from '../signals.ts'

/** The condition of `trap … EXIT`, which has no signal. */
const EXIT = 0
const unheard = new Set([SIGKILL, SIGSTOP])

/** The traps of one shell, and the signals that wait for them. */
export class Traps {
  private readonly actions = new Map<number, string>()
  private readonly arrived: number[] = []
  private onArrival: (() => void)[] = []

  private readonly ignored: ReadonlySet<number>

  /** @param ignored signals that were ignored when the shell began, which it cannot trap */
  constructor(ignored: ReadonlySet<number>) {
    this.ignored = ignored
  }

  /** Sets what is done on a signal: '' does nothing. */
  set(signal: number, action: string): void {
    if (!this.ignored.has(signal)) this.actions.set(signal, action)
  }

  reset(signal: number): void {
    this.actions.delete(signal)
  }

  /** Another program takes the shell's place: it ignores what the shell ignored, and hears nothing else. */
  replaced(): void {
    for (const [signal, action] of this.actions) if (action !== '') this.actions.delete(signal)
  }

  /** Signals that are ignored now, which a program that begins inherits. */
  get ignores(): ReadonlySet<number> {
    return new Set([
      ...this.ignored,
      ...[...this.actions].filter(([, action]) => action === '').map(([signal]) => signal),
    ])
  }

  /** A signal has come. */
  hear(signal: number): 'heard' | 'kernel' {
    if (this.ignored.has(signal)) return 'heard'
    const action = this.actions.get(signal)
    if (action === undefined || unheard.has(signal)) return 'kernel'
    if (action !== '') {
      if (!this.arrived.includes(signal)) this.arrived.push(signal)
      for (const wake of this.onArrival.splice(0)) wake()
    }
    return 'heard'
  }

  /** Takes the actions of the signals that have come, in the order of their numbers. */
  takeAll(): string[] {
    return this.arrived
      .splice(0)
      .sort((a, b) => a - b)
      .flatMap((signal) => this.actions.get(signal) || [])
  }

  /** Whether a signal waits for its action. */
  get pending(): boolean {
    return this.arrived.length > 0
  }

  /** Whether any trap has an action. */
  get any(): boolean {
    return [...this.actions.values()].some((action) => action !== '')
  }

  /** Resolves with the next signal that has an action. */
  arrival(): Promise<number> {
    if (this.arrived.length > 0) return Promise.resolve(this.arrived[0]!)
    return new Promise((resolve) => this.onArrival.push(() => resolve(this.arrived[0]!)))
  }

  /** Takes the action of the trap on EXIT, so that it runs once; undefined: there is none. */
  takeExit(): string | undefined {
    const action = this.actions.get(EXIT)
    this.actions.delete(EXIT)
    return action === '' ? undefined : action
  }

  get hasExit(): boolean {
    return this.actions.has(EXIT)
  }

  /** The traps as `trap` lists them. @param long whether names begin with SIG */
  list(long: boolean): string {
    return [...this.actions]
      .sort(([a], [b]) => a - b)
      .map(([signal, action]) => `trap -- ${quoted(action)} ${conditionName(signal, long)}\n`)
      .join('')
  }
}

const conditionName = (signal: number, long: boolean): string =>
  signal === EXIT ? 'EXIT' : `${long ? 'SIG' : ''}${signalName(signal)}`

const quoted = (action: string): string => `'${action.replaceAll("'", "'\\''")}'`

/** A condition of `trap`: a signal's number, 0 for EXIT; undefined for what is none. @param long whether names may begin with SIG */
export function condition(word: string, long: boolean): number | undefined {
  if (/^exit$/i.test(word)) return EXIT
  return !long && /^sig/i.test(word) ? undefined : signalNumber(word)
}

const realTime: readonly (readonly [number, string])[] = Array.from({ length: 31 }, (_, i) => [
  34 + i,
  i < 16 ? `RTMIN${i === 0 ? '' : `+${i}`}` : `RTMAX${i === 30 ? '' : `-${30 - i}`}`,
])

/** The table of signals that bash prints for `trap -l` and `kill -l`. */
export const signalTable = (): string =>
  [...signalNames.map((name, i): readonly [number, string] => [i + 1, name]), ...realTime]
    .map(([number, name], i) => `${String(number).padStart(2)}) SIG${name}${(i + 1) % 5 === 0 ? '\n' : '\t'}`)
    .join('')
    .replace(/\t$/, '\n')
