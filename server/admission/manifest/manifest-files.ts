// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/manifest/loader.go, apimachinery/pkg/util/yaml/decoder.go (YAMLReader)
import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import { goQuote } from '../../../apimachinery/field-error.ts'

/** A name in a folder. */
export interface FolderEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** The parts of the host's disk that manifests are read from. Both throw as node:fs does. */
export interface ManifestDisk {
  readonly readFile: (path: string) => string
  readonly readFolder: (path: string) => readonly FolderEntry[]
}

/** A YAML document, and the file that it comes from. */
export interface ManifestText {
  readonly file: string
  readonly text: string
}

/** The documents of a folder, and the hash of all its files (`sha256:…`; empty where they are). */
export interface ManifestTexts {
  readonly texts: readonly ManifestText[]
  readonly hash: string
}

const extensions = new Set(['.yaml', '.yml', '.json'])

const byName = ({ name: a }: FolderEntry, { name: b }: FolderEntry): number => (a < b ? -1 : a > b ? 1 : 0)

/** The documents in the files of a folder, by the names of the files; folders in it are not read. Throws with upstream's text. */
export function readManifests(folder: string, disk: ManifestDisk): ManifestTexts {
  const entries = opened(`failed to read manifest directory ${goQuote(folder)}`, folder, () =>
    disk.readFolder(folder),
  )
  const hash = createHash('sha256')
  const texts: ManifestText[] = []
  let isEmpty = true
  for (const { name, isFolder } of entries.toSorted(byName)) {
    if (isFolder || !extensions.has(extname(name).toLowerCase())) continue
    const file = join(folder, name)
    const text = opened(`failed to read file ${goQuote(file)}`, file, () => disk.readFile(file))
    if (text === '') continue
    hash.update(text).update('\0')
    isEmpty = false
    texts.push(...documentsOf(file, text))
  }
  return { texts, hash: isEmpty ? '' : `sha256:${hash.digest('hex')}` }
}

function opened<T>(what: string, path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${what}: ${openError(error, path)}`, { cause: error })
  }
}

/** Go's text on a path that cannot be opened. @param operation `open` or `stat` */
export const openError = (error: unknown, path: string, operation = 'open'): string =>
  `${operation} ${path}: ${(error as NodeJS.ErrnoException).code === 'EACCES' ? 'permission denied' : 'no such file or directory'}`

function documentsOf(file: string, text: string): ManifestText[] {
  const documents: string[][] = [[]]
  for (const line of text.split('\n')) {
    const rest = line.startsWith('---') ? line.slice(3).trim() : undefined
    if (rest === undefined) documents.at(-1)!.push(line)
    else if (rest === '' || rest.startsWith('#')) documents.push([])
    else
      throw new Error(
        `failed to split YAML documents in file ${goQuote(file)}: invalid Yaml document separator: ${rest}`,
      )
  }
  return documents.map((lines) => ({ file, text: lines.join('\n').trim() })).filter((one) => one.text !== '')
}
