// The file of `kepsim up --kubeconfig`, which may be one that somebody else keeps clusters in.
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { readKubeconfig } from '../../client/kubeconfig.ts'
import { UsageError } from '../usage-error.ts'
import { checkFile, kindOf, shortened, tried } from '../writable-place.ts'

const what = (path: string): string => `--kubeconfig ${shortened(path)}`

/** Throws UsageError for a file that cannot be written, or that holds what no cluster of kepsim wrote there: it would be lost. */
export function checkKubeconfigFile(path: string): void {
  checkFile('--kubeconfig', path)
  if (kindOf(path) !== 'file') return
  let text = ''
  tried(what(path), () => {
    text = readFileSync(path, 'utf8')
  })
  if (text.trim() !== '' && waysIn(text) === undefined)
    throw new UsageError(`${what(path)}: holds what kepsim did not write there: name another file`)
}

interface OwnKubeconfig {
  clusters: { name: string }[]
  users?: unknown
}

/** Where a kubeconfig leads, and as whom, that has one cluster, of kepsim; undefined of any other text. */
function waysIn(text: string): OwnKubeconfig | undefined {
  try {
    const { clusters, users } = readKubeconfig(text) as unknown as OwnKubeconfig
    const [one, ...more] = clusters
    return one?.name === 'kepsim' && more.length === 0 ? { clusters, users } : undefined
  } catch {
    return undefined
  }
}

/** Writes a kubeconfig that only its user may read, whoever made the file that is there. Throws UsageError. */
export function writeKubeconfig(path: string, text: string): void {
  checkKubeconfigFile(path)
  tried(what(path), () => {
    if (kindOf(path) === 'other') {
      writeFileSync(path, text)
      return
    }
    const target = kindOf(path) === 'file' ? realpathSync(path) : path
    const own = `${target}.${process.pid}`
    writeFileSync(own, text, { mode: 0o600, flag: 'wx' })
    renameSync(own, target)
  })
}

/**
 * Whether a regular file still is the kubeconfig of one cluster, which may be removed with it: no other cluster or user came into it.
 * One that serves at the same port later is another: it has keys of its own.
 * @param text as it was written
 */
export function leadsOnlyTo(path: string, text: string): boolean {
  try {
    const own = waysIn(text)
    if (own === undefined || !lstatSync(path).isFile()) return false
    return isDeepStrictEqual(waysIn(readFileSync(path, 'utf8')), own)
  } catch {
    return false
  }
}

/** Removes a kubeconfig that leads nowhere now and holds a key, unless other clusters are in it by now. @param text as it was written */
export function removeKubeconfig(path: string, text: string): void {
  try {
    if (leadsOnlyTo(path, text)) rmSync(path)
  } catch {
    // It stays with whoever took the directory's rights meanwhile.
  }
}
