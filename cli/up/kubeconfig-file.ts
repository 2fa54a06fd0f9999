// The file of `kepsim up --kubeconfig`, which may be one that somebody else keeps clusters in.
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  if (text.trim() !== '' && ownServer(text) === undefined)
    throw new UsageError(`${what(path)}: holds what kepsim did not write there: name another file`)
}

/** Where the cluster of a kubeconfig serves that has one cluster, of kepsim; undefined of any other text. */
function ownServer(text: string): string | undefined {
  try {
    const { clusters } = readKubeconfig(text) as { clusters: { name: string; cluster: { server: string } }[] }
    const [one, ...more] = clusters
    return one?.name === 'kepsim' && more.length === 0 ? one.cluster.server : undefined
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
 * Whether a regular file still is the kubeconfig of one cluster, which may be removed with it: no other cluster came into it.
 * @param text as it was written
 */
export function leadsOnlyTo(path: string, text: string): boolean {
  try {
    const own = ownServer(text)
    return own !== undefined && lstatSync(path).isFile() && ownServer(readFileSync(path, 'utf8')) === own
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
