import { join } from 'node:path'

// Files of a data directory: snapshot.db, journal-NNNNNN.log, watermark; what ends in .new is not finished.

const journalName = /^journal-(\d{6,})\.log$/

/** The name of the snapshot, which holds all objects as of a revision. */
export const snapshotName = 'snapshot.db'
/** The name of the watermark, by which a lost end of the journal is noticed. */
export const watermarkName = 'watermark'
/** The name of the journal's file, by the journal's number. */
export const nameOfJournal = (number: number): string => `journal-${String(number).padStart(6, '0')}.log`

/** The path of journal `number`. */
export const journalPath = (directory: string, number: number): string =>
  join(directory, nameOfJournal(number))
/** The path of the snapshot. */
export const snapshotPath = (directory: string): string => join(directory, snapshotName)
/** The path of the watermark. */
export const watermarkPath = (directory: string): string => join(directory, watermarkName)

/** Numbers of the journals among these names, lowest first. */
export const journalNumbers = (names: readonly string[]): number[] =>
  names
    .flatMap((name) => journalName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)

/** Whether a name is of a file that kepsim began and did not finish. */
export const isUnfinished = (name: string): boolean =>
  name.endsWith('.new') && isStoreFile(name.slice(0, -'.new'.length))

/** Whether a name is of a file with a store's data. */
export const isStoreFile = (name: string): boolean =>
  name === snapshotName || name === watermarkName || journalName.test(name)

/** The folder in which a salvage keeps the files that were there before. @param now milliseconds since the epoch */
export const nameOfKeptFolder = (now: number): string =>
  `damaged-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
/** Whether a name is that of a folder in which salvage keeps old files. */
export const isKeptFolder = (name: string): boolean => /^damaged-\d{8}T\d{6}Z$/.test(name)
