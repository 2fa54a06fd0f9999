// What kubeadm gives a kubelet on its node's disk. Upstream: cmd/kubeadm/app/phases/kubelet/{config,flags}.go
import { type DoneEdits, type Edit, editedArgs, editedFile } from './edits.ts'
import type { Host } from './host.ts'

/** Of the kubelet's configuration on its node. */
export const kubeletConfigPath = '/var/lib/kubelet/config.yaml'
/** Of the flags that kubeadm gives it: `KUBELET_KUBEADM_ARGS="…"`. */
export const kubeletFlagsPath = '/var/lib/kubelet/kubeadm-flags.env'

/** The flags that stand in a node's file; none where it is gone. */
export async function kubeletArgs(host: Host): Promise<string[]> {
  const env = await host.readFile(kubeletFlagsPath).catch(() => '')
  const flags = /^KUBELET_KUBEADM_ARGS="?(.*?)"?$/m.exec(env)?.[1] ?? ''
  return flags.split(/\s+/).filter((flag) => flag !== '')
}

/** Makes edits in the configuration and the flags of a node's kubelet. @returns whether that changed anything */
export async function editKubeletFiles(
  host: Host,
  edits: readonly Edit[],
  done: DoneEdits,
): Promise<boolean> {
  const before = await host.readFile(kubeletConfigPath)
  const flags = await kubeletArgs(host)
  const config = editedFile(before, edits, done)
  const [, ...args] = editedArgs(
    ['--config=', ...flags],
    edits.filter(({ kind }) => kind !== 'api'),
    done,
  )
  if (config === editedFile(before, []) && args.join(' ') === flags.join(' ')) return false
  await host.writeFile(kubeletConfigPath, config)
  await host.writeFile(kubeletFlagsPath, `KUBELET_KUBEADM_ARGS="${args.join(' ')}"\n`)
  return true
}
