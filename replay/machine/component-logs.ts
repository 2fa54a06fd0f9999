// The log files of components that run on the author's own computer.
import type { MachineCluster } from './cluster.ts'
import type { Host } from './host.ts'

const components = ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-proxy']

/** Brings `kubelet.log` and the others in a directory up to date. */
export async function writeLogs(
  { runtime, records }: MachineCluster,
  host: Host,
  directory: string,
): Promise<void> {
  if (runtime.journal === undefined) return
  for (const component of components) {
    const name = [...records.keys()].find((one) => one.split('/')[0] === component)
    if (name === undefined) continue
    const text = runtime
      .journal(component, name.split('/')[1] ?? '')
      .map((line) => line.text)
      .join('')
    const path = `${directory}/${component}.log`
    const before = await host.readFile(path).catch(() => undefined)
    if (before !== text) await host.writeFile(path, text)
  }
}
