import type { Session } from './session.ts'

/** A command: carries out its words, prints, and resolves with the exit code. Rejects with a KubectlError or ServerError. */
export type Run = (session: Session, words: string[]) => Promise<number>
