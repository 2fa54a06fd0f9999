import type { Session } from './session.ts'

/** What a command does with its words; resolves with the exit code. */
export type Run = (session: Session, words: string[]) => Promise<number>
