// The real components of a release, as a folder of binaries holds them.
import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { RecordError } from './record-error.ts'

/** The components whose flags are recorded. */
export const flagComponents = ['kube-apiserver', 'kubelet', 'kube-proxy'] as const
type FlagComponent = (typeof flagComponents)[number]

/** Absolute paths of executables; of components that are not there, undefined. */
export interface Binaries extends Readonly<Partial<Record<FlagComponent, string>>> {
  'kube-apiserver': string
  etcd: string
}

function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/** The first executable of the name in `folders`, in their order. */
const find = (name: string, folders: readonly string[]): string | undefined =>
  folders.map((folder) => executable(resolve(folder, name))).find((path) => path !== undefined)

/**
 * The binaries in `folder`. etcd may be beside them, beside the folder, or on `path` (as $PATH has it).
 * Throws RecordError where kube-apiserver or etcd is missing.
 */
export function findBinaries(folder: string, path: string): Binaries {
  const server = find('kube-apiserver', [folder])
  if (server === undefined)
    throw new RecordError(`${folder} holds no kube-apiserver: --binaries names a folder of built components`)
  const etcd = find('etcd', [
    folder,
    resolve(folder, '..'),
    ...path.split(delimiter).filter((one) => one !== ''),
  ])
  if (etcd === undefined)
    throw new RecordError(`there is no etcd in ${folder}, beside it or on PATH: install one, or put it there`)
  const others = flagComponents.flatMap((name) => {
    const binary = find(name, [folder])
    return binary === undefined ? [] : [[name, binary]]
  })
  return { ...Object.fromEntries(others), 'kube-apiserver': server, etcd }
}
