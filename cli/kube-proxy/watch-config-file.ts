// Upstream: cmd/kube-proxy/app/options.go (initWatcher, eventHandler)
import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs'
import { KubeProxyRunError } from '../../kube-proxy-sim/startup/run-error.ts'

/** A configuration file under watch: kube-proxy ends when it changes, to be started anew with it. */
export interface WatchedFile {
  /** Resolves once the file has been written in place, or moved away. */
  readonly updated: Promise<KubeProxyRunError>
  close(): void
}

/** Watches the file itself, as inotify does, not its name: a file put in its place, as by `sed -i`, is not noticed. */
export function watchConfigFile(path: string): WatchedFile {
  const file = openSync(path, 'r')
  const before = contentOf(file)
  const { mtimeNs } = fstatSync(file, { bigint: true })
  const watcher = watch(path, { persistent: false })
  const updated = new Promise<KubeProxyRunError>((resolve) => {
    watcher.on('error', () => {})
    watcher.on('change', (event) => {
      const wrote = (): boolean => isWritten(file, mtimeNs) || !contentOf(file).equals(before)
      if (event === 'rename' ? isMoved(file) : wrote())
        resolve(new KubeProxyRunError("content of the proxy server's configuration file was updated"))
    })
  })
  return {
    updated,
    close: () => {
      watcher.close()
      closeSync(file)
    },
  }
}

/** From the start, wherever the last read ended. */
function contentOf(file: number): Buffer {
  const content = Buffer.alloc(fstatSync(file).size)
  readSync(file, content, 0, content.length, 0)
  return content
}

/**
 * Whether the last change of the file was a write, of the same content too. Node tells of a write and of new times by
 * one event: a write sets the times of content and status to now, and leaves that of access, which `touch` sets as well.
 */
function isWritten(file: number, before: bigint): boolean {
  const { atimeNs, ctimeNs, mtimeNs } = fstatSync(file, { bigint: true })
  return mtimeNs !== before && mtimeNs === ctimeNs && mtimeNs !== atimeNs
}

/** The file has another name now; one that was replaced or deleted has none. */
const isMoved = (file: number): boolean => fstatSync(file).nlink > 0
