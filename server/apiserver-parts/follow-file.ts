import type { Clock } from '../../component-base/clock.ts'

/** Of a file whose changes count: how it is read, and who hears of them. */
export interface FollowedFile {
  /** How often it is read, in milliseconds. */
  readonly every: number
  /** The text that is known. */
  readonly text: string
  /** May throw. */
  read(): string
  /** Another text was found; never throws. False: it is tried again, until it is another one. */
  changed(text: string): boolean | Promise<boolean>
  /** It cannot be read. */
  unread(error: Error): void
}

/** Reads a file again from time to time; upstream is told of changes by the system. The answer ends it. */
export function followFile(clock: Clock, file: FollowedFile): () => void {
  let { text } = file
  let stopped = false
  let cancel = (): void => {}
  const next = (): void => {
    if (!stopped) cancel = clock.setTimeout(look, file.every)
  }
  const handled = (found: string, isDone: boolean): void => {
    if (isDone) text = found
    next()
  }
  const textNow = (): string => {
    try {
      return file.read()
    } catch (error) {
      file.unread(error as Error)
      return text
    }
  }
  const look = (): void => {
    const found = textNow()
    const done = found === text || file.changed(found)
    if (typeof done === 'boolean') handled(found, done)
    else void done.then((isDone) => handled(found, isDone))
  }
  next()
  return () => {
    stopped = true
    cancel()
  }
}
